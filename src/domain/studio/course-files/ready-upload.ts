import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';

export interface ReadyUpload {
  file_name: string;
  content_type: string;
}

/** The upload that something is made of, held until the transaction ends.
 * @throws ValidationError where the course has no such upload that is ready */
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
    .executeTakeFirstOrThrow(() => new ValidationError([{ field: 'upload_id', code: 'unknown', message: `No ready upload of this course for ${purpose}.` }]));
}

const LONGEST_TITLE = 200;

/** As much of the name as a title takes. */
export const titleOf = (fileName: string): string => [...fileName.trim()].slice(0, LONGEST_TITLE).join('');
