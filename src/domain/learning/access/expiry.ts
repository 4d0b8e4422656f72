import { Temporal } from 'temporal-polyfill';
import type { Shape } from '../../kernel/contract.ts';
import { momentOf } from '../../studio/schedule/moments.ts';

interface CourseLength {
  timezone: string;
  length_mode: Shape<'Course'>['length_mode'];
  duration_days: number | null;
  end_date: string | null;
}

/**
 * When an enrolment that begins now ends, in RFC 3339; null: never. By days: at the same time of day so many days later. By dates: when the last day
 * is over. Both by the clocks of the course's time zone. A later change of the course's length leaves it as it is.
 */
export function expiryOf({ timezone, length_mode, duration_days, end_date }: CourseLength, now: string): string | null {
  if (length_mode === 'duration' && duration_days !== null) {
    const end = Temporal.Instant.from(now).toZonedDateTimeISO(timezone).add({ days: duration_days });
    return end.toInstant().toString({ smallestUnit: 'millisecond' });
  }
  return length_mode === 'dates' && end_date !== null ? momentOf(timezone, end_date, 1, null) : null;
}
