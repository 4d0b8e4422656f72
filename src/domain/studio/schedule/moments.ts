import { Temporal } from 'temporal-polyfill';

/**
 * When a wall time comes in a time zone, `offsetDays` calendar days after `dayZero`. A wall time that a clock change leaves out is the
 * moment of the change; one that comes twice is the first.
 * @param timeZone IANA name
 * @param dayZero YYYY-MM-DD
 * @param time HH:MM; null: 00:00
 * @returns RFC 3339 in UTC, with milliseconds
 */
export function momentOf(timeZone: string, dayZero: string, offsetDays: number, time: string | null): string {
  const wall = Temporal.PlainDate.from(dayZero)
    .add({ days: offsetDays })
    .toPlainDateTime(time ?? '00:00');
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  return inMilliseconds((moment.toPlainDateTime().equals(wall) ? moment : changeOver(wall, timeZone)).toInstant());
}

/** The calendar day in a time zone, YYYY-MM-DD.
 * @param instant RFC 3339 */
export function localDay(timeZone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The clock change that leaves the wall time out: the next one after the time that lies as far before it. */
function changeOver(wall: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return before.getTimeZoneTransition('next') ?? before;
}

const inMilliseconds = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
