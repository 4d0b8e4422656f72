import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { GatewaySubscription } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { endGrant, restoreGrants } from '../../learning/grants/end.ts';
import { addBeyondLimit } from '../../organisations/organisations/learners.ts';
import { giveBackCouponUse, keepCouponUse } from '../coupons/apply-coupon.ts';
import { paysChanged } from '../gateway/paid-price.ts';
import { type IssuedFor, issueInvoices } from '../invoices/issue.ts';
import { isSameBusiness } from '../invoices/reverse-charge.ts';
import { alignAccess } from './access.ts';
import { announceChange } from './announce.ts';
import { bookedInvoices, bookPayment, type Due, type NewPayment, type Payer } from './book-payment.ts';
import { givesAccess, graceEndOf, isOverdue, type SubscriptionRow } from './columns.ts';
import { reminderOf } from './reminders.ts';

type Plan = Shape<'SubscribedPlan'>;
type State = Shape<'SubscriptionState'>;

/** The changes that begin with the gateway's answer: a new period, and with it another business. */
interface Moment {
  isNextPeriod: boolean;
  isSwitched: boolean;
}

export interface AtGateway {
  gatewayId: string;
  subscription: GatewaySubscription;
  paid: readonly NewPayment[];
  /** Whether the pending change was refused. */
  refused: boolean;
  /** The number of the request to the gateway that this answers. */
  turn: number;
}

/** Brings a locked subscription in line with the gateway: its plan, its money, its state and its access, all of it or nothing. */
export async function applyGateway(trx: Executor, organisationId: string, kept: SubscriptionRow, seen: AtGateway, now: string): Promise<void> {
  const { subscription } = seen;
  const subscriptionId = kept.id;
  const isNextPeriod = kept.period_end !== null && subscription.periodStart >= kept.period_end;
  const isSwitched = isNextPeriod && switches(kept, seen);
  const { plan, next } = plansAfter(kept, seen, { isNextPeriod, isSwitched });
  if (kept.state === 'incomplete' && kept.coupon_id !== null) {
    const use = { couponId: kept.coupon_id, orderId: subscriptionId, userId: kept.user_id, person: subscriptionId, isPaid: true };
    await keepCouponUse(trx, organisationId, use, now);
  }
  const booked = paymentsToBook(kept, { ...seen, plan, isNextPeriod, isSwitched }, await bookedInvoices(trx, kept, seen.paid));
  const paidPeriods = kept.paid_periods + booked.periods.length;
  const state = stateAfter(kept, subscription, plan.cycles !== null && paidPeriods >= plan.cycles, now);
  const payment_error = isOverdue(state) ? subscription.paymentError : null;
  const isOver = state === 'cancelled' || state === 'completed';
  await trx
    .updateTable('catalogue_subscriptions')
    .set({
      ...{ plan_id: plan.id, plan_version: plan.version, next_plan_id: next?.id ?? null, next_plan_version: next?.version ?? null },
      ...{ change_id: null, change_plan_id: null, change_plan_version: null, change_is_now: null },
      ...businessAfter(kept, seen, isSwitched),
      ...{ state, gateway_id: seen.gatewayId, trial_ends_at: subscription.trialEndsAt },
      ...{ period_start: subscription.periodStart, period_end: subscription.periodEnd, cancels_at_period_end: subscription.cancelsAtPeriodEnd },
      ...{ paid_periods: paidPeriods, paid_until: booked.until ?? kept.paid_until },
      ...(plan.id === kept.plan.id ? booked.coupon : { coupon_left: kept.coupon_id === null ? null : 0, coupon_taken: 0 }),
      remind_at: reminderOf(kept, { state, plan, period_end: subscription.periodEnd }),
      past_due_at: isOverdue(state) ? (kept.past_due_at ?? now) : null,
      payment_error,
      started_at: kept.started_at ?? (state === 'incomplete' ? null : now),
      ended_at: isOver ? (subscription.endedAt ?? now) : null,
      end_reason: state === 'cancelled' ? endReasonOf(kept, isNextPeriod && (booked.until ?? '') < subscription.periodEnd) : null,
      // A cancellation that has not reached the gateway yet was not revoked.
      cancellation: kept.cancels_at_period_end && !subscription.cancelsAtPeriodEnd && !isOver ? null : kept.cancellation,
      checked_at: now,
      refused_change_id: seen.refused ? kept.change_id : kept.refused_change_id,
      revision: kept.revision + 1,
      applied: seen.turn,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', subscriptionId)
    .execute();
  const before = shownIn(kept, kept.plan, kept.next_plan);
  const { reverse_charge } = isSwitched ? nextBusiness(kept) : kept;
  const after = shownIn({ state, payment_error, cancels_at_period_end: subscription.cancelsAtPeriodEnd, reverse_charge }, plan, next);
  const action = actionOf(kept.state, state);
  if (JSON.stringify(before) !== JSON.stringify(after))
    await recordChange(trx, systemActor(organisationId), { action, objectId: subscriptionId, before, after });
  await moveAccess(trx, organisationId, kept, { state, isOtherPlan: plan.id !== kept.plan.id, isNextPeriod }, now);
  const documents: IssuedFor[] = [];
  for (const { payer, due, payment } of booked.payments) documents.push(...(await bookPayment(trx, organisationId, payer, due, payment, now)));
  await announceChange(trx, {
    key: { organisationId, subscriptionId, userId: kept.user_id },
    before: kept,
    after: { state, payment_error, plan, next_plan: next, cancels_at_period_end: subscription.cancelsAtPeriodEnd },
    // The first payment begins the subscription, unless a trial did.
    renewals: kept.paid_periods === 0 && subscription.trialEndsAt === null ? booked.periods.slice(1) : booked.periods,
  });
  if (kept.state === 'incomplete' && state === 'cancelled') await giveBackCouponUse(trx, organisationId, subscriptionId);
  // Nothing more is due, so the gateway must end the subscription, too. Even if it has ended it itself, it may still accept an overdue payment.
  if (isOver && (subscription.state !== 'ended' || subscription.payUrl !== null))
    await enqueue(trx, 'end_at_gateway', { organisation_id: organisationId, subscription_id: subscriptionId });
  await issueInvoices(trx, documents, now);
}

const shownIn = (
  {
    state,
    payment_error,
    cancels_at_period_end,
    reverse_charge,
  }: Pick<SubscriptionRow, 'state' | 'payment_error' | 'cancels_at_period_end' | 'reverse_charge'>,
  plan: Plan,
  next: Plan | null,
) => ({
  ...{ state, payment_error, plan_id: plan.id, plan_version: plan.version, next_plan_id: next?.id ?? null, cancels_at_period_end, reverse_charge },
});

const actionOf = (before: State, after: State) =>
  before === after ? ('catalogue_subscription.updated' as const) : (`catalogue_subscription.${after}` as const);

/** Returns the plan of the current period, and that of the next period if it is another one. */
function plansAfter(kept: SubscriptionRow, { refused }: AtGateway, { isNextPeriod, isSwitched }: Moment): { plan: Plan; next: Plan | null } {
  const { plan, next_plan, following, change_plan } = kept;
  const current = isNextPeriod && (next_plan || isSwitched) ? { plan: following, next: null } : { plan, next: next_plan };
  if (!change_plan || refused) return current;
  if (kept.change_is_now) return { plan: change_plan.id === current.plan.id ? current.plan : change_plan, next: null };
  return { plan: current.plan, next: change_plan.id === current.plan.id ? null : kept.change_plan_later };
}

/** Returns the columns of the next period, if the business was changed. */
const nextBusiness = ({ next_business, next_reverse_charge, next_coupon_discount }: SubscriptionRow) => ({
  business: next_business,
  reverse_charge: next_reverse_charge ?? false,
  coupon_discount: next_coupon_discount ?? 0,
});

/**
 * Whether a period that has begun has another business than the one before. A change of which the gateway was told only now may have come too late; then the
 * amount paid decides.
 */
function switches(kept: SubscriptionRow, { paid }: AtGateway): boolean {
  const { period_end, next_reverse_charge, business_change_id, plan, following } = kept;
  if (next_reverse_charge === null) return false;
  if (business_change_id === null) return true;
  const first = paid.find(({ reason, periodEnd }) => reason === 'period' && periodEnd > (period_end as string));
  if (first === undefined) return false;
  // A tax that the gateway adds is not part of the price, and tells both businesses apart if the price does not.
  if (kept.gateway_tax && following.amount === plan.amount) return next_reverse_charge !== kept.reverse_charge && (first.tax === null) === next_reverse_charge;
  return paysChanged(first, { agreed: plan.amount, changed: following.amount, includeTax: kept.prices_include_tax });
}

const NOTHING_NEXT = { next_business: null, next_reverse_charge: null, next_coupon_discount: null };

/** Returns the business of the current period, and that of the next period if it is another one. The gateway has been told of it, unless it refuses. */
function businessAfter(kept: SubscriptionRow, { refused }: AtGateway, isSwitched: boolean) {
  const told = { business_change_id: null };
  const next = nextBusiness(kept);
  if (isSwitched) return { ...told, ...NOTHING_NEXT, ...next, business: json(next.business) };
  const isRefused = refused && kept.change_id === null;
  const isSame = next.reverse_charge === kept.reverse_charge && isSameBusiness(next.business, kept.business);
  return { ...told, ...(isRefused || isSame ? NOTHING_NEXT : {}) };
}

interface Booked {
  /** The payments to enter in the books. */
  payments: { payer: Payer; due: Due; payment: NewPayment }[];
  /** The invoices of the periods that were paid now. */
  periods: string[];
  until: string | null;
  coupon: Pick<SubscriptionRow, 'coupon_left' | 'coupon_taken'>;
}

/** Returns the payments to enter. A payment for a whole period is for the plan of that period. */
function paymentsToBook(
  kept: SubscriptionRow,
  { paid, plan, isNextPeriod, isSwitched }: AtGateway & Moment & { plan: Plan },
  known: ReadonlySet<string | null>,
): Booked {
  const payments: Booked['payments'] = [];
  const periods: string[] = [];
  let until: string | null = kept.paid_until;
  let { coupon_left, coupon_taken } = kept;
  for (const payment of paid.filter(({ id }) => !known.has(id))) {
    const isBefore = isNextPeriod && payment.periodEnd <= (kept.period_end as string);
    const paidPlan = isBefore && payment.reason === 'period' ? kept.plan : plan;
    const payer = isSwitched && !isBefore ? { ...kept, ...nextBusiness(kept) } : kept;
    const discount = payment.reason === 'period' && paidPlan.id === kept.plan.id && coupon_left !== 0 ? payer.coupon_discount : 0;
    const begins = payment.reason === 'period' || paidPlan.interval !== kept.plan.interval;
    payments.push({ payer, due: { plan: paidPlan, discount, redeems: kept.paid_periods + periods.length === 0, begins }, payment });
    if (payment.reason === 'period') {
      periods.push(payment.id);
      coupon_taken = discount;
      if (coupon_left !== null && coupon_left > 0) coupon_left -= 1;
    }
    if (until === null || payment.periodEnd > until) until = payment.periodEnd;
  }
  return { payments, periods, until, coupon: { coupon_left, coupon_taken } };
}

function stateAfter(kept: SubscriptionRow, { state }: GatewaySubscription, isPaidUp: boolean, now: string): State {
  if (isPaidUp) return 'completed';
  if (state === 'ended') return 'cancelled';
  if (state === 'incomplete') return kept.state;
  if (state !== 'past_due') return state;
  if (kept.state === 'unpaid') return 'unpaid';
  return kept.past_due_at !== null && graceEndOf(kept.past_due_at) <= now ? 'unpaid' : 'past_due';
}

/**
 * Returns why a subscription has ended.
 * @param isUnpaid whether nobody has paid for its last period
 */
function endReasonOf({ user_id, state, withdrawals, lost_by, cancellation }: SubscriptionRow, isUnpaid: boolean): Shape<'SubscriptionEndReason'> {
  if (withdrawals > 0 && lost_by !== null) return lost_by;
  if (user_id === null) return 'account_deleted';
  if (cancellation !== null) return cancellation;
  return isUnpaid || isOverdue(state) || state === 'incomplete' ? 'payment_failed' : 'ended_by_seller';
}

interface Moved {
  state: State;
  isOtherPlan: boolean;
  isNextPeriod: boolean;
}

async function moveAccess(trx: Executor, organisationId: string, kept: SubscriptionRow, { state, isOtherPlan, isNextPeriod }: Moved, now: string) {
  const subscriptionId = kept.id;
  if (!givesAccess(state)) {
    if (givesAccess(kept.state)) await endGrant(trx, organisationId, subscriptionId, now);
    return;
  }
  if (kept.user_id === null || kept.withdrawals > 0) return;
  if (kept.started_at === null) await addBeyondLimit(trx, systemActor(organisationId), kept.user_id);
  if (kept.state === 'unpaid') await restoreGrants(trx, organisationId, [subscriptionId], now);
  const begins = !givesAccess(kept.state);
  if (begins || isOtherPlan) await alignAccess(trx, organisationId, { subscriptionId }, now, isNextPeriod ? 'period_start' : 'period_end');
}
