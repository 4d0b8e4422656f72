import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';
import type { Rules } from '../meetings/settings.ts';

/** Numbers of a learner's closed meetings by status. */
export type Tally = Pick<Shape<'AttendanceRate'>, 'present' | 'late' | 'excused' | 'absent' | 'made_up'>;

/** A learner who has or had a record, and the number of meetings that count for them. */
export interface RatedLearner {
  enrollmentId: string;
  userId: string;
  tallied: Tally;
  /** Null if no meeting counts. */
  percent: number | null;
  /** Whether the learner can attend the course. */
  isActive: boolean;
  isWarned: boolean;
}

/** Whether a record counts: its meeting closed, and the learner was expected there or made up for another meeting. For `r` and `m`. */
const counts = sql`m.closed_at is not null and not m.is_cancelled and (r.is_expected or r.makes_up_for is not null)`;

/** Counts records `r` of meetings `m`. An absence is made up for once the learner has attended a meeting that names it. */
export const tally: RawBuilder<Tally> = sql`json_build_object(
  'present', count(*) filter (where ${counts} and r.status = 'present'),
  'late', count(*) filter (where ${counts} and r.status = 'late'),
  'excused', count(*) filter (where ${counts} and r.status = 'excused'),
  'absent', count(*) filter (where ${counts} and r.status = 'absent'),
  'made_up', count(*) filter (where ${counts} and r.status = 'absent' and exists (select from attendance_records o where o.organisation_id = r.organisation_id
    and o.enrollment_id = r.enrollment_id and o.makes_up_for = r.meeting_id and o.status in ('present', 'late'))))`;

/** Adds up the minutes of the meetings that a learner has attended, for records `r` of meetings `m`. */
export const attendedMinutes: RawBuilder<number> = sql`coalesce(sum(extract(epoch from m.ends_at - m.starts_at) / 60)
  filter (where m.closed_at is not null and not m.is_cancelled and r.status in ('present', 'late')), 0)::float8`;

/** Returns the number of meetings that count in the rate. */
export const countedIn = ({ free_absences }: Rules, { present, late, absent, made_up }: Tally): number =>
  present + late + Math.max(0, absent - made_up - free_absences);

/** @param upcoming the number of meetings that the learner can still attend */
export function rateOf(rules: Rules, tallied: Tally, upcoming: number): Shape<'AttendanceRate'> {
  const { present, late } = tallied;
  const attended = present * 100 + late * rules.late_credit_percent;
  const counted = countedIn(rules, tallied);
  return { percent: share(attended, counted), best_percent: share(attended + upcoming * 100, counted + upcoming), ...tallied, upcoming };
}

/** Rounds to two decimals. */
const share = (hundredths: number, of: number): number | null => (of === 0 ? null : Math.round((hundredths * 100) / of) / 100);
