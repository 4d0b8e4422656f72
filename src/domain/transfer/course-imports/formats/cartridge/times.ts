import { Temporal } from 'temporal-polyfill';

export interface LocalTime {
  date: string;
  time: string;
}

const INSTANT = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Returns a time by the wall clock of a zone. Times without a zone are in `unzoned`.
 * @param unzoned UTC for what Canvas writes, which leaves the zone out
 */
export function localTime(text: string | undefined, zone: string, unzoned: string): LocalTime | undefined {
  if (text === undefined) return undefined;
  try {
    const written = text.trim().replace(' ', 'T').replace(/\.\d+/, '');
    const instant = INSTANT.test(written) ? Temporal.Instant.from(written) : Temporal.PlainDateTime.from(written).toZonedDateTime(unzoned).toInstant();
    const local = instant.toZonedDateTimeISO(zone).toPlainDateTime();
    const year = local.year;
    return year >= 1900 && year <= 2199 ? { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const DAY_MS = 24 * 3600_000;

/** Returns the number of days from one date to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
