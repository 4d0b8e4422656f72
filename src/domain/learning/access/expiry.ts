import { Temporal } from 'temporal-polyfill';
import type { Shape } from '../../kernel/contract.ts';
import { momentOf } from '../../kernel/moments.ts';

interface CourseLength {
  timezone: string;
  length_mode: Shape<'Course'>['length_mode'];
  duration_days: number | null;
  end_date: string | null;
}

/**
 * Returns when an enrollment that begins now ends, in RFC 3339, or null if it never ends. In a course with a duration in days, it ends that many
 * days later at the same time of day; in a course with dates, at the end of the last day. Both use the course's time zone. Later changes to the
 * course's length do not affect the enrollment.
 */
export function expiryOf({ timezone, length_mode, duration_days, end_date }: CourseLength, now: string): string | null {
  if (length_mode === 'duration' && duration_days !== null) {
    const end = Temporal.Instant.from(now).toZonedDateTimeISO(timezone).add({ days: duration_days });
    return end.toInstant().toString({ smallestUnit: 'millisecond' });
  }
  return length_mode === 'dates' && end_date !== null ? momentOf(timezone, end_date, 1, null) : null;
}
