import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { discountLeft, graceEndOf, readSubscription, type SubscriptionKey } from './columns.ts';

/** What subscribers and staff are told of a subscription. */
export interface SubscriptionFacts {
  userId: string | null;
  state: Shape<'SubscriptionState'>;
  /** The name of the plan, and what the next payment, or the one that is overdue, is. */
  plan: string;
  amount: number;
  currency: string;
  cancels: boolean;
  /** When the current period ends. RFC 3339. */
  periodEnd: string | null;
  /** When the access of a subscription that is cancelled or overdue ends, or has ended; null otherwise. */
  accessUntil: string | null;
  /** Why the payment failed that is overdue; null if none is. */
  paymentError: Shape<'PaymentError'> | null;
  /** Why it ends or has ended; null if it goes on, or if nobody knows. */
  endReason: Shape<'SubscriptionEndReason'> | null;
}

/** Returns undefined if the subscription does not exist. */
export async function describeSubscription(db: Executor, key: SubscriptionKey): Promise<SubscriptionFacts | undefined> {
  const row = await readSubscription(db, key).executeTakeFirst();
  if (!row) return undefined;
  const {
    user_id: userId,
    state,
    plan: current,
    following,
    next_plan,
    cancels_at_period_end: cancels,
    period_end: periodEnd,
    past_due_at,
    payment_error: paymentError,
    ended_at,
    end_reason: endReason,
  } = row;
  const { title: plan, amount: price, currency } = state === 'active' || state === 'trialing' ? following : current;
  const amount = price - (next_plan === null ? (discountLeft(row)?.amount ?? 0) : 0);
  const accessUntil = past_due_at !== null ? graceEndOf(past_due_at) : (ended_at ?? (cancels ? periodEnd : null));
  return { userId, state, plan, amount, currency, cancels, periodEnd, accessUntil, paymentError, endReason };
}
