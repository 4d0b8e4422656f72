const OLDEST_MS = 7 * 24 * 3600_000;
/** Tolerance for corrected times in the future, because a request takes some time. */
const TOLERANCE_MS = 60_000;

/**
 * Corrects a time by the difference between a device's clock and that of the service.
 * @param deviceNow time on the device's clock when it sent the request; undefined if no correction is needed
 * @param at time of the event on the device's clock; undefined means now
 * @returns RFC 3339, or null for a time in the future or more than 7 days ago
 */
export function correctedTime(now: string, deviceNow: string | undefined, at: string | undefined): string | null {
  if (at === undefined) return now;
  const [current, offset] = [Date.parse(now), deviceNow === undefined ? 0 : Date.parse(now) - Date.parse(deviceNow)];
  const time = Date.parse(at) + offset;
  if (time > current + TOLERANCE_MS || time < current - OLDEST_MS) return null;
  return new Date(Math.min(time, current)).toISOString();
}
