import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { hideWork, postWork } from '../../learning/grading/posting.ts';
import type { LessonKey } from '../../learning/policies/policy.ts';
import { announceChange, notifyOfGrades } from './announce-grades.ts';
import type { CellKey } from './comments.ts';
import type { BookKey } from './rules.ts';

/**
 * Posts or hides the grades of a lesson, with the comments and the results of quizzes. Drafts of comments stay drafts.
 * @param enrollmentIds null means everybody
 */
export async function postGrades(
  trx: Executor,
  { organisationId, courseId }: BookKey,
  lessonId: string,
  { isPosted, enrollmentIds, now }: { isPosted: boolean; enrollmentIds: readonly string[] | null; now: string },
): Promise<void> {
  const lesson = { organisationId, lessonId };
  const change_id = newId();
  const ofLesson = (table: 'gradebook_grades' | 'gradebook_comments') =>
    trx
      .updateTable(table)
      .where('organisation_id', '=', organisationId)
      .where('lesson_id', '=', lessonId)
      .where('posted_at', isPosted ? 'is' : 'is not', null)
      .$if(enrollmentIds !== null, (query) => query.where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`));
  const posted_at = isPosted ? now : null;
  await lockGrades(trx, lesson);
  const changed = await ofLesson('gradebook_grades').set({ posted_at, change_id }).returning('enrollment_id').execute();
  const commented = await ofLesson('gradebook_comments').set({ posted_at }).where('is_draft', '=', false).returning('enrollment_id').execute();
  if (!isPosted) {
    await hideWork(trx, lesson, enrollmentIds);
    return;
  }
  const graded = changed.map(({ enrollment_id }) => enrollment_id);
  const posted = await postWork(trx, lesson, enrollmentIds, now);
  if (graded.length > 0) await postWork(trx, lesson, graded, now);
  const attempted = posted > 0 ? await selectAttempted(trx, lesson, now) : [];
  const learners = new Set([...changed, ...commented, ...attempted].map(({ enrollment_id }) => enrollment_id));
  await notifyOfGrades(trx, organisationId, [...learners]);
  if (graded.length > 0) await announceChange(trx, { organisationId, courseId }, { changeId: change_id, postedAt: now, isUpdate: false });
  if (attempted.length > 0)
    await enqueue(trx, 'announce_results', { organisation_id: organisationId, course_id: courseId, lesson_id: lessonId, posted_at: now, after: null });
}

/** Posts all finished work of one learner in a lesson, whatever the posting of the lesson: attempts or submissions, and comments. */
export async function showWork(trx: Executor, { organisationId, enrollmentId, lessonId }: CellKey, now: string): Promise<void> {
  await postWork(trx, { organisationId, lessonId }, [enrollmentId], now);
  await trx
    .updateTable('gradebook_comments')
    .set({ posted_at: now })
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .where('enrollment_id', '=', enrollmentId)
    .where('is_draft', '=', false)
    .where('posted_at', 'is', null)
    .execute();
}

/** Selects the learners whose attempts were posted at this moment. */
const selectAttempted = (trx: Executor, { organisationId, lessonId }: LessonKey, now: string) =>
  trx
    .selectFrom('quiz_attempts')
    .select('enrollment_id')
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .where('posted_at', '=', now)
    .execute();

/** Locks the grades of a lesson in the same order as other operations that write many grades. */
export const lockGrades = (trx: Executor, { organisationId, lessonId }: LessonKey): Promise<unknown> =>
  sql`select count(*) from (select from gradebook_grades where organisation_id = ${organisationId} and lesson_id = ${lessonId}
    order by enrollment_id for no key update) locked`.execute(trx);
