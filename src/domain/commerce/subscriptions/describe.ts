import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { discountLeft, graceEndOf, readSubscription, type SubscriptionKey } from './columns.ts';

/** The facts that subscribers and staff are told about a subscription. */
export interface SubscriptionFacts {
  userId: string | null;
  state: Shape<'SubscriptionState'>;
  /** The name of the plan; the amount is that of the next payment, or of the overdue one. */
  plan: string;
  amount: number;
  currency: string;
  cancels: boolean;
  /** When the current period ends. RFC 3339. */
  periodEnd: string | null;
  /** When the access of a subscription that is cancelled or overdue ends, or has ended; null otherwise. */
  accessUntil: string | null;
  /** Why the overdue payment failed; null if none is overdue. */
  paymentError: Shape<'PaymentError'> | null;
  /** Why the subscription ends or has ended; null if it continues, or if the reason is unknown. */
  endReason: Shape<'SubscriptionEndReason'> | null;
}

/** Describes a subscription. Returns undefined if it does not exist. */
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
