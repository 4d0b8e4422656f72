import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { countingDue, latenessMs } from '../access/due.ts';

const MOST_SHOWN = 20;

interface WorkKey {
  organisationId: string;
  enrollmentId: string;
  lessonId: string;
  /** When the work is due for the learner now. */
  dueAt: string | null;
}

/** A file of a submission. */
export interface SubmittedFile {
  id: string;
  storage_key: string | null;
  content_type: string;
  file_name: string;
  size_bytes: number;
}

/** A submission, with its files as they are stored. */
export type StoredSubmission = Omit<Shape<'Submission'>, 'files'> & { files: SubmittedFile[] };

/** Returns the latest submissions, newest first. */
export async function readStoredSubmissions(db: Executor, { organisationId, enrollmentId, lessonId, dueAt }: WorkKey): Promise<StoredSubmission[]> {
  const rows = await db
    .selectFrom('submissions')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .select(['id', 'number', 'body as text', 'url', 'was_due_at', 'submitted_at'])
    .select(
      sql<SubmittedFile[]>`(select coalesce(json_agg(json_build_object('id', o.id, 'storage_key', o.storage_key, 'content_type', o.content_type,
        'file_name', o.file_name, 'size_bytes', o.size_bytes) order by f.position), '[]') from submission_files f
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        where f.organisation_id = submissions.organisation_id and f.submission_id = submissions.id)`.as('files'),
    )
    .orderBy('number', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ was_due_at, ...same }) => ({ ...same, is_late: latenessMs(same.submitted_at, countingDue(was_due_at, dueAt)) > 0 }));
}

/** Returns the latest submissions, newest first, with the URLs of their files. */
export async function readSubmissions(db: Executor, storage: Storage, clock: Clock, work: WorkKey): Promise<Shape<'Submission'>[]> {
  const submissions = await readStoredSubmissions(db, work);
  return Promise.all(submissions.map(async ({ files, ...same }) => ({ ...same, files: await readableFiles(storage, clock, files) })));
}
