import { Temporal } from 'temporal-polyfill';

/**
 * Returns the moment of a wall-clock time in a time zone, `offsetDays` calendar days after `dayZero`. A wall-clock time that a clock change
 * skips resolves to the moment of the change; one that occurs twice resolves to its first occurrence.
 * @param timeZone IANA name
 * @param dayZero YYYY-MM-DD
 * @param time HH:MM; null means 00:00
 * @returns RFC 3339 in UTC, with milliseconds
 */
export function momentOf(timeZone: string, dayZero: string, offsetDays: number, time: string | null): string {
  const wall = Temporal.PlainDate.from(dayZero)
    .add({ days: offsetDays })
    .toPlainDateTime(time ?? '00:00');
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  return inMilliseconds((moment.toPlainDateTime().equals(wall) ? moment : changeOver(wall, timeZone)).toInstant());
}

/** Returns the calendar day of a moment in a time zone, as YYYY-MM-DD.
 * @param instant RFC 3339 */
export function localDay(timeZone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Returns the clock change that skips the wall-clock time: the next change after that time moved back by the length of the gap. */
function changeOver(wall: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return before.getTimeZoneTransition('next') ?? before;
}

const inMilliseconds = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
