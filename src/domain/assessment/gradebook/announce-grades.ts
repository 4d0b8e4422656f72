import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { addJob, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { publishEvent } from './events.ts';
import type { BookKey } from './rules.ts';
import { storeToTell } from './store-grades.ts';

const STEP = 100;
/** Period over which posted grades of a learner are collected before the learner is notified of them. */
const NOTICE_DELAY_SECONDS = 120;

/** Notifies learners of their posted grades, once for all that are posted within two minutes. */
export async function notifyOfGrades(trx: Executor, organisationId: string, enrollmentIds: readonly string[]): Promise<void> {
  const job = addJob(
    'notify_grades',
    { organisation_id: sql`${organisationId}::uuid`, enrollment_id: sql`id` },
    { delaySeconds: NOTICE_DELAY_SECONDS, key: sql<string>`'grades ' || id` },
  );
  await sql`select ${job} from unnest(${enrollmentIds}::uuid[]) learner (id)`.execute(trx);
}

/** Sends the notice of posted grades to one learner. */
export const notifyLearner = ({ db }: Pick<Tools, 'db'>, { organisation_id, enrollment_id }: Jobs['notify_grades']): Promise<void> =>
  inTransaction(db, (trx) => notify(trx, { organisation_id, event: 'grade_posted', object_id: enrollment_id }));

/** Enqueues the publishing of the events of grades that were written together. @param postedAt when some of them were posted; null if none was */
export const announceChange = (
  trx: Executor,
  { organisationId, courseId }: BookKey,
  { changeId, postedAt, isUpdate }: { changeId: string; postedAt: string | null; isUpdate: boolean },
): Promise<void> =>
  enqueue(trx, 'announce_grades', {
    organisation_id: organisationId,
    course_id: courseId,
    change_id: changeId,
    posted_at: postedAt,
    is_update: isUpdate,
    after: null,
  });

/**
 * Publishes the events of grades that were written together: `grade.updated` and `submission.graded` unless they were only posted, and `grade.posted` for
 * those that were posted at `posted_at`. Each step is one transaction that adds the next step, so that no event is published twice.
 */
export function announceGrades({ db, clock }: Pick<Tools, 'db' | 'clock'>, { after, ...change }: Jobs['announce_grades']): Promise<void> {
  const { organisation_id: organisationId, course_id: courseId, change_id, posted_at, is_update } = change;
  return inTransaction(db, async (trx) => {
    const grades = await trx
      .selectFrom('gradebook_grades')
      .innerJoin('enrollments', (join) =>
        join.onRef('enrollments.organisation_id', '=', 'gradebook_grades.organisation_id').onRef('enrollments.id', '=', 'gradebook_grades.enrollment_id'),
      )
      .innerJoin('lessons', (join) =>
        join.onRef('lessons.organisation_id', '=', 'gradebook_grades.organisation_id').onRef('lessons.id', '=', 'gradebook_grades.lesson_id'),
      )
      .select(['enrollment_id as enrollmentId', 'lesson_id as lessonId', 'enrollments.user_id as userId', 'posted_at as postedAt'])
      .select(sql<boolean>`lessons.content_type = 'assignment' and work_number is not null and score is not null`.as('isWorkGraded'))
      .where('gradebook_grades.organisation_id', '=', organisationId)
      .where('change_id', '=', change_id)
      .$if(after !== null, (query) => query.where(sql<boolean>`(enrollment_id, lesson_id) > (${after?.enrollment_id}::uuid, ${after?.lesson_id}::uuid)`))
      .orderBy('enrollment_id')
      .orderBy('lesson_id')
      .limit(STEP)
      .execute();
    const last = grades.at(-1);
    if (!last) return;
    // Events report scores, and those of a large change may not have been computed yet.
    await storeToTell(trx, { organisationId, courseId }, [...new Set(grades.map(({ enrollmentId }) => enrollmentId))], timeOf(clock));
    const keysOf = (some: typeof grades) => some.map(({ enrollmentId, lessonId, userId }) => ({ organisationId, enrollmentId, lessonId, userId }));
    const [updated, posted] = [is_update ? grades : [], grades.filter(({ postedAt }) => posted_at !== null && postedAt === posted_at)];
    await publishEvent(trx, 'grade.updated', ...keysOf(updated));
    await publishEvent(trx, 'submission.graded', ...keysOf(updated.filter(({ isWorkGraded }) => isWorkGraded)));
    await publishEvent(trx, 'grade.posted', ...keysOf(posted));
    if (grades.length === STEP) await enqueue(trx, 'announce_grades', { ...change, after: { enrollment_id: last.enrollmentId, lesson_id: last.lessonId } });
  });
}

/**
 * Publishes `grade.posted` for the results of a quiz that were posted together, in steps like `announceGrades`, which publishes it for learners with a
 * grade that was posted with them.
 */
export function announceResults({ db, clock }: Pick<Tools, 'db' | 'clock'>, { after, ...posting }: Jobs['announce_results']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const isGraded = sql<boolean>`exists (select from gradebook_grades g where g.organisation_id = quiz_attempts.organisation_id
      and g.enrollment_id = quiz_attempts.enrollment_id and g.lesson_id = quiz_attempts.lesson_id and g.posted_at = quiz_attempts.posted_at)`;
    const learners = await selectStep(trx, posting, after)
      .where('quiz_attempts.posted_at', '=', posting.posted_at)
      .where(sql<boolean>`not ${isGraded}`)
      .execute();
    await publishResults(trx, 'grade.posted', posting, learners, timeOf(clock));
    const last = learners.at(-1);
    if (last && learners.length === STEP) await enqueue(trx, 'announce_results', { ...posting, after: last.enrollmentId });
  });
}

/** Publishes `grade.updated` for the results of a quiz whose scores a regrade has changed, in steps like `announceGrades`. */
export function announceRegrade({ db, clock }: Pick<Tools, 'db' | 'clock'>, { after, ...regrade }: Jobs['announce_regrade']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const learners = await selectStep(trx, regrade, after).where('quiz_attempts.regrade_id', '=', regrade.regrade_id).execute();
    await publishResults(trx, 'grade.updated', regrade, learners, timeOf(clock));
    const last = learners.at(-1);
    if (last && learners.length === STEP) await enqueue(trx, 'announce_regrade', { ...regrade, after: last.enrollmentId });
  });
}

/** A quiz, as the payload of a job names it. */
interface Quiz {
  organisation_id: string;
  course_id: string;
  lesson_id: string;
}

/** Selects the next learners, in the order of their ids, who have attempts at a quiz. */
const selectStep = (trx: Executor, { organisation_id, lesson_id }: Quiz, after: string | null) =>
  selectResults(trx, organisation_id)
    .distinct()
    .where('quiz_attempts.lesson_id', '=', lesson_id)
    .$if(after !== null, (query) => query.where('enrollments.id', '>', after))
    .orderBy('enrollments.id')
    .limit(STEP);

/** Computes the grades of a learner who has finished an attempt, and publishes `grade.posted` if the learner sees its result. */
export function announceAttempt({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, attempt_id }: Jobs['announce_attempt']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const found = await selectResults(trx, organisation_id)
      .select(['quiz_attempts.lesson_id as lessonId', 'enrollments.course_id as courseId'])
      .where('quiz_attempts.id', '=', attempt_id)
      .executeTakeFirst();
    if (found) {
      const quiz = { organisation_id, course_id: found.courseId, lesson_id: found.lessonId };
      await publishResults(trx, 'grade.posted', quiz, [found], timeOf(clock));
    }
  });
}

/** Selects the learners of attempts, without previews. */
const selectResults = (trx: Executor, organisationId: string) =>
  trx
    .selectFrom('quiz_attempts')
    .innerJoin('enrollments', (join) =>
      join.onRef('enrollments.organisation_id', '=', 'quiz_attempts.organisation_id').onRef('enrollments.id', '=', 'quiz_attempts.enrollment_id'),
    )
    .select(['enrollments.id as enrollmentId', 'enrollments.user_id as userId'])
    .where('quiz_attempts.organisation_id', '=', organisationId)
    .where('enrollments.source', '<>', sql.lit('preview'));

/**
 * Publishes results. A grade given by a person is announced by itself, instead of the result that it replaces. Only results that the learner sees are posted.
 */
async function publishResults(
  trx: Executor,
  type: 'grade.posted' | 'grade.updated',
  { organisation_id: organisationId, course_id: courseId, lesson_id: lessonId }: Quiz,
  results: readonly { enrollmentId: string; userId: string }[],
  now: string,
): Promise<void> {
  const learners = await storeToTell(
    trx,
    { organisationId, courseId },
    results.map(({ enrollmentId }) => enrollmentId),
    now,
  );
  const cells = new Map(learners.map(({ enrollmentId, cells: own }) => [enrollmentId, own.find(({ column }) => column.item.id === lessonId)]));
  const isTold = ({ enrollmentId }: { enrollmentId: string }) => {
    const cell = cells.get(enrollmentId);
    return cell !== undefined && (type === 'grade.updated' || cell.isPosted) && !cell.result.isEntered && cell.result.state === 'graded';
  };
  const told = results.filter(isTold).map(({ enrollmentId, userId }) => ({ organisationId, userId, enrollmentId, lessonId }));
  await publishEvent(trx, type, ...told);
}
