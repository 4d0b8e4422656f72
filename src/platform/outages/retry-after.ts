const LONGEST_SECONDS = 3600;

/**
 * Returns how many seconds a `Retry-After` header asks to wait: a number of seconds or a date (RFC 9110, 10.2.3). Undefined if it is missing or
 * unreadable, or if that time has passed.
 * @param now milliseconds since 1970
 * @param longestSeconds a longer wait is reduced to this, one hour by default
 */
export function retryAfterSeconds(header: string | null | undefined, now: number, longestSeconds = LONGEST_SECONDS): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return seconds > 0 ? Math.min(seconds, longestSeconds) : undefined;
}
