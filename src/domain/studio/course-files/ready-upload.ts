import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';

export interface ReadyUpload {
  file_name: string;
  content_type: string;
}

/** Returns the upload from which media or a document is created, and locks it until the transaction ends.
 * @throws ValidationError if the course has no such ready upload */
export async function readyUpload(
  trx: Executor,
  { organisationId }: Caller,
  courseId: string,
  uploadId: string,
  purpose: 'media' | 'document',
): Promise<ReadyUpload> {
  return trx
    .selectFrom('storage_objects')
    .select(['file_name', 'content_type'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', uploadId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'ready')
    .forKeyShare()
    .executeTakeFirstOrThrow(
      () => new ValidationError([{ field: 'upload_id', code: 'unknown', message: `The course has no such ready upload for the purpose ${purpose}.` }]),
    );
}

const LONGEST_TITLE = 200;

/** Returns as much of the file name as fits into a title. */
export const titleOf = (fileName: string): string => [...fileName.trim()].slice(0, LONGEST_TITLE).join('');
