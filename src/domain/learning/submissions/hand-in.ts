import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import { publishEvent } from '../access/events.ts';
import type { Learner } from '../access/learner.ts';

type Work = Shape<'SubmissionWrite'>;

/**
 * Submits work under the next number. Submitting the same work as last time creates no new submission. The learner's enrollment must be locked.
 * `dueAt` is when the work is due for the learner.
 * @throws ValidationError for a kind of work that the assignment does not ask for, or files that it does not accept
 */
export async function handIn(
  trx: Executor,
  learner: Learner,
  { courseId, lessonId, assignment }: { courseId: string; lessonId: string; assignment: Shape<'AssignmentContent'> },
  work: Work,
  { now, dueAt }: { now: string; dueAt: string | null },
): Promise<void> {
  const { organisationId, enrollmentId } = learner;
  checkKinds(assignment, work);
  const uploads = await checkedUploads(trx, learner, courseId, assignment, work.upload_ids ?? []);
  const last = await lastSubmission(trx, learner, lessonId);
  const { text = null, url = null } = work;
  if (last && last.body === text && last.url === url && last.uploads.join() === uploads.join()) return;
  const id = newId();
  await trx
    .insertInto('submissions')
    .values({
      organisation_id: organisationId,
      id,
      enrollment_id: enrollmentId,
      lesson_id: lessonId,
      number: (last?.number ?? 0) + 1,
      body: text,
      url,
      was_due_at: dueAt,
      submitted_at: now,
    })
    .execute();
  if (uploads.length > 0) {
    await trx
      .insertInto('submission_files')
      .values(uploads.map((object_id, position) => ({ organisation_id: organisationId, submission_id: id, object_id, position })))
      .execute();
  }
  await publishEvent(trx, 'submission.created', { ...learner, submissionId: id });
  await notify(trx, { organisation_id: organisationId, event: 'submission_received', object_id: id });
}

function checkKinds({ submission_kinds, max_files }: Shape<'AssignmentContent'>, { text, url, upload_ids = [] }: Work): void {
  const faults = new Faults();
  const given = { text: text !== undefined, url: url !== undefined, file: upload_ids.length > 0 };
  const fields = { text: 'submission.text', url: 'submission.url', file: 'submission.upload_ids' };
  for (const kind of ['text', 'url', 'file'] as const) {
    if (given[kind] && !submission_kinds.includes(kind)) faults.add(fields[kind], 'not_allowed', 'The assignment does not accept this kind of submission.');
  }
  if (!given.text && !given.url && !given.file) faults.add('submission', 'required', `Submit at least one of: ${submission_kinds.join(', ')}.`);
  if (given.file && upload_ids.length > max_files) faults.add(fields.file, 'too_many', `A submission can have at most ${max_files} files.`);
  upload_ids.forEach((id, index) => {
    if (upload_ids.findIndex((other) => other.toLowerCase() === id.toLowerCase()) < index)
      faults.add(`${fields.file}.${index}`, 'duplicate', 'This upload is listed more than once.');
  });
  faults.check();
}

/** Returns the ids of the uploads and locks them against deletion. They must be completed uploads of the learner for a submission in this course. */
async function checkedUploads(
  trx: Executor,
  { organisationId, userId }: Learner,
  courseId: string,
  { allowed_file_extensions }: Shape<'AssignmentContent'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await trx
    .selectFrom('storage_objects')
    .select(['id', 'file_name'])
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('uploaded_by', '=', userId)
    .where('purpose', '=', 'submission')
    .where('status', '=', 'ready')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const names = new Map(found.map(({ id, file_name }) => [id, file_name]));
  const faults = new Faults();
  ids.forEach((id, index) => {
    const name = names.get(id.toLowerCase());
    if (name === undefined) faults.add(`submission.upload_ids.${index}`, 'unknown', 'You have no such completed upload for this course.');
    else if (!isAllowed(name, allowed_file_extensions)) {
      faults.add(`submission.upload_ids.${index}`, 'not_allowed', `Only files with these extensions are allowed: ${allowed_file_extensions.join(', ')}.`);
    }
  });
  faults.check();
  return ids.map((id) => id.toLowerCase());
}

const isAllowed = (name: string, extensions: readonly string[]): boolean =>
  extensions.length === 0 || extensions.includes(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

function lastSubmission(trx: Executor, { organisationId, enrollmentId }: Learner, lessonId: string) {
  return trx
    .selectFrom('submissions')
    .select(['number', 'body', 'url'])
    .select(
      sql<string[]>`array(select object_id::text from submission_files f where f.organisation_id = submissions.organisation_id
        and f.submission_id = submissions.id order by position)`.as('uploads'),
    )
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
