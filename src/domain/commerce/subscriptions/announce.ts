import type { Executor } from '../../../platform/database/connect.ts';
import { notify } from '../../kernel/events/notify.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import { isOver, isOverdue, type SubscriptionKey, type SubscriptionRow } from './columns.ts';
import { publishEvent } from './events.ts';

/** The fields of a subscription whose changes are announced. */
export type Standing = Pick<SubscriptionRow, 'state' | 'payment_error' | 'plan' | 'next_plan' | 'cancels_at_period_end'>;

type Event = 'started' | 'changed' | 'past_due' | 'unpaid' | 'cancelled' | 'resumed';

interface Change {
  key: SubscriptionKey & { userId: string | null };
  before: Standing;
  after: Standing;
  /** The gateway's invoices for periods that were paid now, except the one with which the subscription began. */
  renewals: readonly string[];
}

/**
 * Tells webhooks, staff and the subscriber about a change of a subscription, in the transaction that makes it. The earlier state must be read under the
 * subscription's lock, so that each change is announced once.
 */
export async function announceChange(trx: Executor, { key, before, after, renewals }: Change): Promise<void> {
  const events = eventsOf(before, after);
  for (const event of events.filter((happened) => BEGINNING.has(happened))) await publishEvent(trx, `subscription.${event}`, key);
  for (const invoiceId of renewals) await publishEvent(trx, 'subscription.renewed', { ...key, invoiceId });
  for (const event of events.filter((happened) => !BEGINNING.has(happened))) await publishEvent(trx, `subscription.${event}`, key);
  const isLost = (events.includes('cancelled') && before.state !== 'unpaid' && before.state !== 'incomplete') || events.includes('unpaid');
  if (isLost) await notify(trx, { organisation_id: key.organisationId, object_id: key.subscriptionId, event: 'subscription_lost' });
  const news = newsOf(before, after);
  if (news) await enqueue(trx, 'mail_subscription', { organisation_id: key.organisationId, subscription_id: key.subscriptionId, news });
}

/** Returns the news to mail to the subscriber. A bank may ask for a confirmation only when the gateway tries to charge again. */
function newsOf(before: Standing, { state, payment_error, cancels_at_period_end: cancels }: Standing): Jobs['mail_subscription']['news'] | null {
  const hasMoved = state !== before.state;
  const isAsked = payment_error === 'authentication_required' && before.payment_error !== 'authentication_required';
  if ((hasMoved || isAsked) && (state === 'past_due' || state === 'unpaid')) return state;
  if (hasMoved && state === 'cancelled') return before.state === 'incomplete' ? null : state;
  return cancels && !before.cancels_at_period_end && !isOver(state) ? 'cancelling' : null;
}

/** The events that are published before the payment of a period. */
const BEGINNING: ReadonlySet<Event> = new Set(['started', 'changed']);

function eventsOf(before: Standing, after: Standing): Event[] {
  const { state } = after;
  const hasMoved = state !== before.state;
  const isStill = before.state !== 'incomplete' && !isOver(state);
  return [
    ...(before.state === 'incomplete' && state !== 'incomplete' && state !== 'cancelled' ? (['started'] as const) : []),
    ...(isStill && hasOtherTerms(before, after) ? (['changed'] as const) : []),
    ...(hasMoved && (state === 'past_due' || state === 'unpaid' || state === 'cancelled') ? [state] : []),
    ...(isPaidAgain(before, after) || (isStill && before.cancels_at_period_end && !after.cancels_at_period_end) ? (['resumed'] as const) : []),
  ];
}

const hasOtherTerms = (before: Standing, after: Standing): boolean =>
  !isSame(before.plan, after.plan) || !isSame(before.next_plan, after.next_plan) || (after.cancels_at_period_end && !before.cancels_at_period_end);

const isSame = (one: Standing['next_plan'], other: Standing['next_plan']): boolean => one?.id === other?.id && one?.version === other?.version;

const isPaidAgain = (before: Standing, after: Standing): boolean => isOverdue(before.state) && (after.state === 'active' || after.state === 'completed');
