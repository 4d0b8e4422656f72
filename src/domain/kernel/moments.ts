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
  const wall = wallTime(dayZero, offsetDays, time);
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  return inMilliseconds((moment.toPlainDateTime().equals(wall) ? moment : changeOver(wall, timeZone)).toInstant());
}

/** Returns the beginning of a course's first day and the end of its last day, or null where it has no date. */
export const courseMoments = ({ timezone, start_date, end_date }: { timezone: string; start_date: string | null; end_date: string | null }) => ({
  starts_at: start_date === null ? null : momentOf(timezone, start_date, 0, null),
  ends_at: end_date === null ? null : momentOf(timezone, end_date, 1, null),
});

/** The opening and closing of a lesson, in calendar days since day 0 and local times. */
export interface Window {
  opens_day_offset: number | null;
  opens_time: string | null;
  closes_day_offset: number | null;
  closes_time: string | null;
}

/**
 * Returns the moments at which a lesson opens and closes, or null where it has none. If a clock change skips the whole time in between, such as a day
 * that a time zone left out, the lesson opens at the change and stays open for as long as planned.
 * @param timeZone IANA name
 * @param dayZero YYYY-MM-DD
 */
export function windowOf(timeZone: string, dayZero: string, window: Window): { opens: string | null; closes: string | null } {
  const { opens_day_offset, opens_time, closes_day_offset, closes_time } = window;
  const opens = opens_day_offset === null ? null : momentOf(timeZone, dayZero, opens_day_offset, opens_time);
  const closes = closes_day_offset === null ? null : momentOf(timeZone, dayZero, closes_day_offset, closes_time);
  if (opens === null || closes === null || closes > opens) return { opens, closes };
  const planned = wallTime(dayZero, opens_day_offset ?? 0, opens_time).until(wallTime(dayZero, closes_day_offset ?? 0, closes_time));
  return { opens, closes: inMilliseconds(Temporal.Instant.from(opens).add(planned.round({ largestUnit: 'hour' }))) };
}

const wallTime = (dayZero: string, offsetDays: number, time: string | null): Temporal.PlainDateTime =>
  Temporal.PlainDate.from(dayZero)
    .add({ days: offsetDays })
    .toPlainDateTime(time ?? '00:00');

/** Returns the calendar day of a moment in a time zone, as YYYY-MM-DD.
 * @param instant RFC 3339 */
export function localDay(timeZone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Returns the wall-clock time of a moment in a time zone, as HH:MM.
 * @param instant RFC 3339 */
export const localTime = (timeZone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });

/** Returns the clock change that skips the wall-clock time: the next change after that time moved back by the length of the gap. */
function changeOver(wall: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return before.getTimeZoneTransition('next') ?? before;
}

const inMilliseconds = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
