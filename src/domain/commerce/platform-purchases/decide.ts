import type { RecurringPrice } from '../../../platform/payments/subscriptions.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { PurchaseRow } from './columns.ts';
import type { Offer } from './offers.ts';

/** What an owner asks for: an item, or that nothing more is paid (null). */
export interface Wanted {
  itemId: string | null;
  interval?: RecurringPrice['interval'] | undefined;
}

/** What a request does to a purchase that is paid for. */
export type Decision = 'end' | 'resume' | 'now' | 'period_end';

type Running = Pick<PurchaseRow, 'item_id' | 'interval'> & { rank: number };

/**
 * Decides when a change takes effect: something larger at once, and something smaller when the period ends. The gateway cannot plan another interval, so
 * that only a month can become a year, which begins at once.
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
