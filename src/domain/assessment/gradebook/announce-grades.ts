import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { addJob, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { publishEvent } from './events.ts';
import { storeGrades } from './store-grades.ts';

const STEP = 100;
/** How long posted grades of a learner are collected before the learner is notified of them. */
const NOTICE_DELAY_SECONDS = 120;

/** Notifies learners that grades of theirs were posted, once for all that are posted within two minutes. */
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

/**
 * Publishes the events of grades that were written together: `grade.updated` unless they were only posted, and `grade.posted` for those that were posted at
 * `posted_at`. Each step is one transaction that adds the next step, so that no event is published twice.
 */
export function announceGrades({ db, clock }: Pick<Tools, 'db' | 'clock'>, { after, ...change }: Jobs['announce_grades']): Promise<void> {
  const { organisation_id: organisationId, course_id: courseId, change_id, posted_at, is_update } = change;
  return inTransaction(db, async (trx) => {
    const grades = await trx
      .selectFrom('gradebook_grades')
      .innerJoin('enrollments', (join) =>
        join.onRef('enrollments.organisation_id', '=', 'gradebook_grades.organisation_id').onRef('enrollments.id', '=', 'gradebook_grades.enrollment_id'),
      )
      .select(['enrollment_id as enrollmentId', 'lesson_id as lessonId', 'enrollments.user_id as userId', 'posted_at'])
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
    await storeGrades(trx, { organisationId, courseId }, [...new Set(grades.map(({ enrollmentId }) => enrollmentId))], timeOf(clock));
    for (const { posted_at: postedAt, ...grade } of grades) {
      if (is_update) await publishEvent(trx, 'grade.updated', { organisationId, ...grade });
      if (postedAt === posted_at) await publishEvent(trx, 'grade.posted', { organisationId, ...grade });
    }
    if (grades.length === STEP) await enqueue(trx, 'announce_grades', { ...change, after: { enrollment_id: last.enrollmentId, lesson_id: last.lessonId } });
  });
}
