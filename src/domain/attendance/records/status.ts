import type { Shape } from '../../kernel/contract.ts';
import type { Rules } from '../meetings/settings.ts';

export type Status = Shape<'AttendanceStatus'>;

const MINUTE_MS = 60_000;

interface Times {
  starts_at: string;
  ends_at: string;
}

/** Whether a meeting can be attended yet, from some minutes before it begins. */
export const isOpen = ({ opens_before_minutes }: Rules, { starts_at }: Times, at: string): boolean =>
  Date.parse(at) >= Date.parse(starts_at) - opens_before_minutes * MINUTE_MS;

/** Returns the status of a learner who came, based on their times of arrival and departure. An unknown time (null) counts in favour of the learner. */
export function statusOf(rules: Rules, meeting: Times, arrivedAt: string | null, leftAt: string | null): Exclude<Status, 'excused'> {
  const [starts, ends] = [Date.parse(meeting.starts_at), Date.parse(meeting.ends_at)];
  const arrived = arrivedAt === null ? starts : Date.parse(arrivedAt);
  if (rules.least_percent !== null && leftAt !== null) {
    const stayed = Math.min(Date.parse(leftAt), ends) - Math.max(arrived, starts);
    if (stayed * 100 < (ends - starts) * rules.least_percent) return rules.short_stay_status;
  }
  return rules.late_after_minutes !== null && arrived > starts + rules.late_after_minutes * MINUTE_MS ? 'late' : 'present';
}
