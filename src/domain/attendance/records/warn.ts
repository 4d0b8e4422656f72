import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { checkRates } from '../meetings/checks.ts';
import type { AttendedCourse, CourseKey } from '../meetings/settings.ts';
import { publishEvent } from './events.ts';
import { countedIn, type RatedLearner } from './rate.ts';

/** Number of learners who are warned in one transaction. */
const STEP = 100;

/** Warns the learners whose rate has fallen below the percentage in the settings, and resets the warnings of those who have recovered. */
export async function warnLearners(trx: Executor, { rules, ...key }: AttendedCourse, learners: readonly RatedLearner[], now: string): Promise<void> {
  const { organisationId } = key;
  const { below_percent, after_meetings } = rules.warning;
  const isLow = ({ percent, tallied }: RatedLearner) => percent !== null && percent < below_percent && countedIn(rules, tallied) >= after_meetings;
  const active = learners.filter(({ isActive }) => isActive);
  const recovered = active.filter(({ isWarned, percent }) => isWarned && (percent === null || percent >= below_percent));
  const low = active.filter((learner) => !learner.isWarned && isLow(learner));
  const warned = low.slice(0, STEP);
  await forgetWarnings(trx, key, recovered);
  await storeWarnings(trx, key, warned, below_percent, now);
  await publishEvent(trx, 'attendance.warning', ...warned.map(({ enrollmentId, userId }) => ({ organisationId, enrollmentId, userId })));
  const events = ['attendance_warning', 'learner_attendance_warning'] as const;
  await notify(trx, ...warned.flatMap(({ enrollmentId }) => events.map((event) => ({ organisation_id: organisationId, event, object_id: enrollmentId }))));
  if (low.length > STEP) await checkRates(trx, key);
}

const forgetWarnings = (trx: Executor, { organisationId }: CourseKey, learners: readonly RatedLearner[]): Promise<unknown> =>
  trx
    .deleteFrom('attendance_warnings')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${learners.map(({ enrollmentId }) => enrollmentId)}::uuid[])`)
    .execute();

async function storeWarnings(
  trx: Executor,
  { organisationId }: CourseKey,
  learners: readonly RatedLearner[],
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
