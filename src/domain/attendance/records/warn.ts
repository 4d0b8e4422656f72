import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { unless } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { publishEvent } from './events.ts';
import { countedIn, rateOf, type Tally, tally } from './rate.ts';

/** Learners who are warned in one transaction. */
const STEP = 100;

interface Learner {
  enrollmentId: string;
  userId: string;
  tallied: Tally;
  isWarned: boolean;
}

/** Warns the learners of a course whose rate has fallen below the percentage of the settings, and forgets the warnings of those who have recovered. */
export function checkAttendance({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, course_id }: Jobs['check_attendance']): Promise<void> {
  const key: CourseKey = { organisationId: organisation_id, courseId: course_id };
  return unless(
    'not_found',
    inTransaction(db, async (trx) => {
      const { rules } = await readCourse(trx, key);
      const { is_enabled, below_percent, after_meetings } = rules.warning;
      if (!is_enabled) return;
      await lockAttendance(trx, key);
      const now = timeOf(clock);
      const rated = (await readTallies(trx, key, now)).map((learner) => ({ ...learner, percent: rateOf(rules, learner.tallied, 0).percent }));
      const isLow = ({ percent, tallied }: (typeof rated)[number]) =>
        percent !== null && percent < below_percent && countedIn(rules, tallied) >= after_meetings;
      const recovered = rated.filter(({ isWarned, percent }) => isWarned && (percent === null || percent >= below_percent));
      const low = rated.filter((learner) => !learner.isWarned && isLow(learner));
      const warned = low.slice(0, STEP);
      await forgetWarnings(trx, key, recovered);
      await storeWarnings(trx, key, warned, below_percent, now);
      const published = warned.map(({ enrollmentId, userId }) => ({ organisationId: organisation_id, enrollmentId, userId }));
      await publishEvent(trx, 'attendance.warning', ...published);
      const events = ['attendance_warning', 'learner_attendance_warning'] as const;
      await notify(trx, ...warned.flatMap(({ enrollmentId }) => events.map((event) => ({ organisation_id, event, object_id: enrollmentId }))));
      if (low.length > STEP) await enqueue(trx, 'check_attendance', { organisation_id, course_id });
    }),
  );
}

/** Counts the meetings of the learners who can still attend some. */
async function readTallies(trx: Executor, { organisationId, courseId }: CourseKey, now: string): Promise<Learner[]> {
  const { rows } = await sql<Learner>`select e.id as "enrollmentId", e.user_id as "userId", ${tally} as tallied,
      exists (select from attendance_warnings w where w.organisation_id = e.organisation_id and w.enrollment_id = e.id) as "isWarned"
    from enrollments e
    join attendance_records r on r.organisation_id = e.organisation_id and r.enrollment_id = e.id
    join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
    where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and ${enrollmentState(now, 'e')} in ('active', 'completed')
    group by e.organisation_id, e.id order by e.id`.execute(trx);
  return rows;
}

const forgetWarnings = (trx: Executor, { organisationId }: CourseKey, learners: readonly Learner[]): Promise<unknown> =>
  trx
    .deleteFrom('attendance_warnings')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${learners.map(({ enrollmentId }) => enrollmentId)}::uuid[])`)
    .execute();

async function storeWarnings(
  trx: Executor,
  { organisationId }: CourseKey,
  learners: readonly (Learner & { percent: number | null })[],
  belowPercent: number,
  now: string,
): Promise<void> {
  if (learners.length === 0) return;
  const rows = learners.map(({ enrollmentId, percent }) => ({
    organisation_id: organisationId,
    enrollment_id: enrollmentId,
    percent: percent as number,
    below_percent: belowPercent,
    warned_at: now,
  }));
  await trx.insertInto('attendance_warnings').values(rows).execute();
}
