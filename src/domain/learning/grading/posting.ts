import { sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { withholdEvents } from '../../kernel/events/publish-event.ts';
import { Failures } from '../../kernel/failures.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Learner } from '../access/learner.ts';
import { type LessonKey, revealLesson } from '../policies/policy.ts';
import { completeLesson, holdEnrollment, noteLearning } from '../progress/write-progress.ts';

/**
 * Posts the results of a lesson, so that its learners see them, and has a job complete the lesson for those who pass as a result. An attempt with a part that
 * still needs points from a person is not posted. A submission is posted only for named enrollments, because only the caller knows who has a grade. Posting to
 * everybody ends the anonymity of the lesson.
 * @param enrollmentIds null means everybody
 * @returns the number of attempts and submissions that were newly posted
 */
export async function postWork(trx: Executor, lesson: LessonKey, enrollmentIds: readonly string[] | null, now: string): Promise<number> {
  if (enrollmentIds === null) await revealLesson(trx, lesson, now);
  const attempts = await ofLesson(trx, 'quiz_attempts', lesson, enrollmentIds)
    .set({ posted_at: now })
    .where('posted_at', 'is', null)
    .where(sql<boolean>`submitted_at is not null and not needs_grading`)
    .returning('id')
    .execute();
  const submissions = await ofLesson(trx, 'submissions', lesson, enrollmentIds ?? [])
    .set({ posted_at: now })
    .where('posted_at', 'is', null)
    .returning('id')
    .execute();
  if (attempts.length > 0) await enqueue(trx, 'complete_passed', { organisation_id: lesson.organisationId, lesson_id: lesson.lessonId });
  return withhold(trx, lesson, [...attempts, ...submissions], false);
}

/**
 * Hides the results of a lesson from its learners again and, if everybody's are hidden, its learners from graders. Completed lessons stay completed.
 * @param enrollmentIds null means everybody
 * @returns the number of attempts and submissions that were hidden
 */
export async function hideWork(trx: Executor, lesson: LessonKey, enrollmentIds: readonly string[] | null): Promise<number> {
  if (enrollmentIds === null) await revealLesson(trx, lesson, null);
  const hidden: { id: string }[] = [];
  for (const table of ['quiz_attempts', 'submissions'] as const) {
    hidden.push(...(await ofLesson(trx, table, lesson, enrollmentIds).set({ posted_at: null }).where('posted_at', 'is not', null).returning('id').execute()));
  }
  return withhold(trx, lesson, hidden, true);
}

/** Keeps the data export in step with what is posted. */
async function withhold(trx: Executor, { organisationId }: LessonKey, work: readonly { id: string }[], isWithheld: boolean): Promise<number> {
  const ids = work.map(({ id }) => id);
  if (ids.length > 0) await withholdEvents(trx, organisationId, ids, isWithheld);
  return ids.length;
}

/** Locks the rows in the order of their IDs, as regrades do. */
const ofLesson = (trx: Executor, table: 'quiz_attempts' | 'submissions', { organisationId, lessonId }: LessonKey, enrollmentIds: readonly string[] | null) =>
  trx
    .with('locked', (db) =>
      db
        .selectFrom(table)
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('lesson_id', '=', lessonId)
        .$if(enrollmentIds !== null, (query) => query.where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable(table)
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', (eb) => eb.selectFrom('locked').select('locked.id'));

const BATCH = 100;

/**
 * Completes a lesson for the learners who have a posted attempt that passes, each in a separate transaction. Repeating it changes nothing.
 * @throws AggregateError after all others have completed it
 */
export async function completePassed({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisationId, lessonId }: LessonKey): Promise<void> {
  const now = timeOf(clock);
  const failures = new Failures();
  for (let after: string = NIL; ; ) {
    const learners = await selectPassed(db, { organisationId, lessonId }).where('enrollments.id', '>', after).orderBy('enrollments.id').limit(BATCH).execute();
    for (const learner of learners) await failures.note(learner.enrollmentId, () => completeFor(db, learner, lessonId, now));
    const end = learners.at(-1);
    if (!end || learners.length < BATCH) break;
    after = end.enrollmentId;
  }
  failures.check('learners could not complete a lesson');
}

/** Completes the lesson for one learner, unless their result has been hidden again in the meantime. */
async function completeFor(db: Executor, learner: Learner, lessonId: string, now: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdEnrollment(trx, learner);
    const { organisationId, enrollmentId } = learner;
    const passed = await selectPassed(trx, { organisationId, lessonId }).where('enrollments.id', '=', enrollmentId).executeTakeFirst();
    if (passed && (await completeLesson(trx, learner, lessonId, now))) await noteLearning(trx, learner, now, { completed: true });
  });
}

const selectPassed = (db: Executor, { organisationId, lessonId }: LessonKey) =>
  db
    .selectFrom('lesson_progress')
    .innerJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'lesson_progress.organisation_id').onRef('enrollments.id', '=', 'lesson_progress.enrollment_id'),
    )
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select(['enrollments.organisation_id as organisationId', 'users.id as userId', 'enrollments.id as enrollmentId', 'users.timezone'])
    .where('lesson_progress.organisation_id', '=', organisationId)
    .where('lesson_progress.lesson_id', '=', lessonId)
    .where('lesson_progress.completed_at', 'is', null)
    .where(
      sql<boolean>`exists (select from quiz_attempts q where q.organisation_id = lesson_progress.organisation_id and q.lesson_id = lesson_progress.lesson_id
        and q.enrollment_id = lesson_progress.enrollment_id and q.posted_at is not null and q.is_passed)`,
    );
