import { retryAfterSeconds } from '../../../platform/outages/retry-after.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Seconds to wait after each failure. There is no further attempt after the tenth. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const LONGEST_WAIT = 24 * HOUR;
/** Random variation of the waiting time, so that deliveries that failed at the same time are not attempted again at the same time. */
const JITTER = 0.1;

/**
 * Returns the seconds until the next attempt, or null after the last one.
 * @param failed number of failed attempts so far
 * @param retryAfter `Retry-After` header of the last response: seconds or a date (RFC 9110); a longer wait than a day is reduced to a day
 * @param now milliseconds since 1970
 */
export function waitAfter(failed: number, retryAfter: string | null, now: number): number | null {
  const planned = WAITS[failed - 1];
  if (planned === undefined) return null;
  return Math.max(planned * (1 + Math.random() * JITTER), retryAfterSeconds(retryAfter, now, LONGEST_WAIT) ?? 0);
}
