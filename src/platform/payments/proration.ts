import { chargeRuleOf } from './charges.ts';
import { periodEndOf } from './periods.ts';
import { shareOf } from './share.ts';
import type { ChangeLine, RecurringPrice } from './subscriptions.ts';

type Price = Pick<RecurringPrice, 'amount' | 'currency' | 'interval'>;

export interface RunningPeriod {
  price: Price;
  periodStart: string;
  periodEnd: string;
}

const secondsBetween = (from: string, until: string): number => Math.max(0, Math.floor(Date.parse(until) / 1000) - Math.floor(Date.parse(from) / 1000));

/** Returns the part of a price for some of the seconds of a period, as the gateway can charge it. */
const shareOfPeriod = ({ amount, currency }: Pick<Price, 'amount' | 'currency'>, seconds: number, whole: number): number =>
  shareOf(amount, seconds, whole, chargeRuleOf(currency)?.step);

/**
 * Returns the credits and charges of an immediate change: the rest of the period, by seconds, at each price. A change of the interval begins a new period,
 * which is charged as a whole.
 * @param now RFC 3339
 */
export function linesOfChange({ price: old, periodStart, periodEnd }: RunningPeriod, price: Price, now: string): ChangeLine[] {
  const whole = secondsBetween(periodStart, periodEnd);
  const left = Math.min(whole, secondsBetween(now, periodEnd));
  const credit: ChangeLine = { kind: 'credit', amount: -shareOfPeriod(old, left, whole), from: now, until: periodEnd };
  if (price.interval !== old.interval) return [credit, { kind: 'charge', amount: price.amount, from: now, until: periodEndOf(now, price.interval, 1) }];
  return [credit, { kind: 'charge', amount: shareOfPeriod(price, left, whole), from: now, until: periodEnd }];
}
