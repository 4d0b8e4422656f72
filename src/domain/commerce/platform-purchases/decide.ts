import type { RecurringPrice } from '../../../platform/payments/subscriptions.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { PurchaseRow } from './columns.ts';
import type { Offer } from './offers.ts';

/** The request of an owner: an item, or the end of all payments (null). */
export interface Wanted {
  itemId: string | null;
  interval?: RecurringPrice['interval'] | undefined;
}

/** The effect of a request on a purchase that is paid for. */
export type Decision = 'end' | 'resume' | 'now' | 'period_end';

type Running = Pick<PurchaseRow, 'item_id' | 'interval'> & { rank: number };

/**
 * Decides when a change takes effect: a larger item at once, and a smaller one when the period ends. The gateway cannot schedule another interval, so the only
 * possible change of the interval is from a month to a year, which begins at once.
 * @throws DomainError plan_not_changeable
 */
export function decide(running: Running, offer: Offer | null): Decision {
  if (!offer) return 'end';
  const { interval } = offer.price;
  if (interval !== running.interval) {
    if (interval === 'month' || offer.rank < running.rank)
      throw new DomainError('plan_not_changeable', 'You cannot change to this billing interval at the moment.');
    return 'now';
  }
  if (offer.itemId === running.item_id) return 'resume';
  return offer.rank < running.rank ? 'period_end' : 'now';
}
