import { Temporal } from 'temporal-polyfill';
import type { RecurringPrice } from './subscriptions.ts';

/**
 * Returns the end of a period, in RFC 3339. Periods are counted from the anchor, so that a day that a month does not have comes back: 31 January,
 * 28 February, 31 March.
 * @param anchor the time at which the first period began, in RFC 3339
 * @param count the number of periods that have ended by then
 */
export function periodEndOf(anchor: string, interval: RecurringPrice['interval'], count: number): string {
  const begun = Temporal.Instant.from(anchor).toZonedDateTimeISO('UTC');
  const end = begun.add(interval === 'month' ? { months: count } : { years: count });
  return end.toInstant().toString({ smallestUnit: 'millisecond' });
}
