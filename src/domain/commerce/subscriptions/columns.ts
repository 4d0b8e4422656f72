import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { RecurringDiscount } from '../../../platform/payments/subscriptions.ts';
import type { RecurringTax } from '../../../platform/payments/taxes.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type Business, payableIn } from '../invoices/reverse-charge.ts';
import type { TaxRate } from '../invoices/tax.ts';

type State = Shape<'SubscriptionState'>;

/** The key by which jobs and notifications name a subscription. */
export interface SubscriptionKey {
  organisationId: string;
  subscriptionId: string;
}

/** Number of days for which access stays after a payment has failed. */
export const GRACE_DAYS = 7;

const DAY_MS = 24 * 3600_000;

export const graceEndOf = (pastDueAt: string): string => new Date(Date.parse(pastDueAt) + GRACE_DAYS * DAY_MS).toISOString();

/** Returns the same as `graceEndOf`, as an expression for statements. A day is counted as 24 hours, whatever the clocks do. */
export const graceEnd = (pastDueAt: RawBuilder<unknown>) => sql<string>`(${pastDueAt} + make_interval(hours => ${sql.lit(GRACE_DAYS * 24)}))`;

const OVERDUE: ReadonlySet<State> = new Set(['past_due', 'unpaid']);

/** Whether a payment is overdue. */
export const isOverdue = (state: State): boolean => OVERDUE.has(state);

/** Returns an expression for why the overdue payment failed, in statements on a table of that name. */
export const paymentErrorIn = (table: 'catalogue_subscriptions' | 's') =>
  sql<Shape<'PaymentError'> | null>`case when ${sql.raw(table)}.state in ('past_due', 'unpaid') then ${sql.raw(table)}.payment_error end`;

/**
 * Returns an expression for why a subscription ends or has ended, in statements on a table of that name. One that was cancelled at the gateway itself was
 * cancelled by the seller.
 */
export const endReasonIn = (table: 'catalogue_subscriptions' | 's') => {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  return sql<Shape<'SubscriptionEndReason'> | null>`case when ${column('state')} = 'cancelled' then ${column('end_reason')}
    when ${column('cancels_at_period_end')} and ${column('ended_at')} is null then coalesce(${column('cancellation')}, 'ended_by_seller') end`;
};

/**
 * The states of which a person has at most one subscription. The same condition as in the index `catalogue_subscriptions_live`, without parameters, so that
 * every query plan can use it.
 */
export const isLiveIn = sql<boolean>`state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid')`;

const OVER: ReadonlySet<State> = new Set(['cancelled', 'completed', 'expired']);

/** Whether nothing can change any more. */
export const isOver = (state: State): boolean => OVER.has(state);

const OPEN: ReadonlySet<State> = new Set(['trialing', 'active', 'past_due', 'completed']);

/** Whether a subscription gives access. */
export const givesAccess = (state: State): boolean => OPEN.has(state);

/**
 * Returns an expression for what the subscriber pays for each period: the price of the plan version `v`, without the tax if they owe it, and with the tax if it
 * is added. A tax that the gateway adds is known only when it is paid.
 * @param table the table with the subscription
 * @param owes whether the subscriber owes the tax
 */
export const amountIn = (table: 'catalogue_subscriptions' | 's', owes: RawBuilder<unknown> = sql.raw(`${table}.reverse_charge`)): RawBuilder<number> =>
  payableIn(sql`v.amount`, {
    rate: sql`case when ${owes} or not ${sql.raw(table)}.gateway_tax then ${sql.raw(table)}.taxes -> 0 ->> 'rate' end`,
    pricesIncludeTax: sql`${sql.raw(table)}.prices_include_tax`,
    reverseCharge: owes,
    currency: sql`v.currency`,
  });

const column = (name: string) => sql.raw(`catalogue_subscriptions.${name}`);

/** Whether the subscriber owes the tax now, and whether they do from the next period on. */
const OWES = column('reverse_charge');
const OWES_NEXT = sql`coalesce(${column('next_reverse_charge')}, ${OWES})`;

const planIn = (id: RawBuilder<unknown>, version: RawBuilder<unknown>, owes: RawBuilder<unknown>) => sql`(
  select json_build_object('id', p.id, 'version', v.version, 'title', p.title, 'amount', ${amountIn('catalogue_subscriptions', owes)}, 'currency', v.currency, 'interval', v.interval, 'cycles', v.cycles)
  from catalogue_plan_versions v join catalogue_plans p on p.organisation_id = v.organisation_id and p.id = v.plan_id
  where v.organisation_id = catalogue_subscriptions.organisation_id and v.plan_id = ${id} and v.version = ${version})`;

const planOf = (prefix: string, owes: RawBuilder<unknown>) => planIn(column(`${prefix}_id`), column(`${prefix}_version`), owes);

/** The plan that is paid, and that of the next period if it is another one, as the contract describes them. */
export const PLAN = planOf('plan', OWES);
export const NEXT_PLAN = planOf('next_plan', OWES_NEXT);

const nextOf = (name: string) => sql`coalesce(${column(`next_${name}`)}, ${column(name)})`;

type Plan = Shape<'SubscribedPlan'>;

const COLUMNS = [
  'catalogue_subscriptions.id',
  'catalogue_subscriptions.user_id',
  sql<State>`catalogue_subscriptions.state`.as('state'),
  sql<Plan>`${PLAN}`.as('plan'),
  sql<Plan | null>`${NEXT_PLAN}`.as('next_plan'),
  // The plan of the next period, at the price that is paid then.
  sql<Plan>`${planIn(nextOf('plan_id'), nextOf('plan_version'), OWES_NEXT)}`.as('following'),
  // The requested plan, at the price if it begins now, and at the price if it begins with the next period.
  sql<Plan | null>`${planOf('change_plan', OWES)}`.as('change_plan'),
  sql<Plan | null>`${planOf('change_plan', OWES_NEXT)}`.as('change_plan_later'),
  'catalogue_subscriptions.change_id',
  'catalogue_subscriptions.change_is_now',
  'catalogue_subscriptions.gateway',
  'catalogue_subscriptions.livemode',
  'catalogue_subscriptions.account_id',
  'catalogue_subscriptions.page_id',
  'catalogue_subscriptions.gateway_id',
  'catalogue_subscriptions.platform_fee_share',
  sql<TaxRate[]>`catalogue_subscriptions.taxes`.as('taxes'),
  'catalogue_subscriptions.prices_include_tax',
  'catalogue_subscriptions.gateway_tax',
  'catalogue_subscriptions.reverse_charge',
  sql<Business | null>`catalogue_subscriptions.business`.as('business'),
  'catalogue_subscriptions.next_reverse_charge',
  sql<Business | null>`catalogue_subscriptions.next_business`.as('next_business'),
  'catalogue_subscriptions.next_coupon_discount',
  'catalogue_subscriptions.business_change_id',
  'catalogue_subscriptions.terms_version',
  'catalogue_subscriptions.coupon_id',
  'catalogue_subscriptions.coupon_code',
  'catalogue_subscriptions.coupon_discount',
  'catalogue_subscriptions.coupon_left',
  'catalogue_subscriptions.coupon_taken',
  'catalogue_subscriptions.trial_days',
  'catalogue_subscriptions.trial_ends_at',
  'catalogue_subscriptions.period_start',
  'catalogue_subscriptions.period_end',
  'catalogue_subscriptions.cancels_at_period_end',
  'catalogue_subscriptions.paid_periods',
  'catalogue_subscriptions.paid_until',
  'catalogue_subscriptions.remind_at',
  'catalogue_subscriptions.past_due_at',
  paymentErrorIn('catalogue_subscriptions').as('payment_error'),
  'catalogue_subscriptions.started_at',
  'catalogue_subscriptions.ended_at',
  sql<'requested' | 'organisation_closed' | null>`catalogue_subscriptions.cancellation`.as('cancellation'),
  sql<'refunded' | 'disputed' | null>`catalogue_subscriptions.lost_by`.as('lost_by'),
  endReasonIn('catalogue_subscriptions').as('end_reason'),
  'catalogue_subscriptions.created_at',
  'catalogue_subscriptions.expires_at',
  'catalogue_subscriptions.revision',
  'catalogue_subscriptions.applied',
  'catalogue_subscriptions.refused_change_id',
  'catalogue_subscriptions.withdrawals',
] as const;

export const selectSubscriptions = (db: Executor, organisationId: string) =>
  db.selectFrom('catalogue_subscriptions').where('catalogue_subscriptions.organisation_id', '=', organisationId);

export const readSubscriptions = (db: Executor, organisationId: string) => selectSubscriptions(db, organisationId).select(COLUMNS);

export const readSubscription = (db: Executor, { organisationId, subscriptionId }: SubscriptionKey) =>
  readSubscriptions(db, organisationId).where('catalogue_subscriptions.id', '=', subscriptionId);

/** Reads the live subscription of a person. */
export const readLive = (db: Executor, { organisationId, actorId }: { organisationId: string; actorId: string }) =>
  readSubscriptions(db, organisationId).where('catalogue_subscriptions.user_id', '=', actorId).where(isLiveIn);

export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof readSubscription>['executeTakeFirstOrThrow']>>;

/** Returns how the gateway computes the tax on a subscriber's payments, or null if it computes none. */
export const gatewayTaxOf = (
  { gateway_tax, prices_include_tax }: Pick<SubscriptionRow, 'gateway_tax' | 'prices_include_tax'>,
  owes: boolean,
): RecurringTax | null => (gateway_tax ? { behavior: prices_include_tax ? 'inclusive' : 'exclusive', isSuspended: owes } : null);

/** Returns the discount that the coupon still gives on the next payments, if any. A change of the plan ends it. */
export function discountLeft({ coupon_code, coupon_discount, next_coupon_discount, coupon_left }: SubscriptionRow): Shape<'SubscriptionDiscount'> | null {
  if (coupon_code === null || coupon_left === 0) return null;
  return { coupon_code, amount: next_coupon_discount ?? coupon_discount, payments_left: coupon_left };
}

/** Returns the discount that the gateway gives on the next payments. */
export function gatewayDiscountOf(row: SubscriptionRow): RecurringDiscount | null {
  const left = discountLeft(row);
  return left && { name: left.coupon_code, amount: left.amount, payments: left.payments_left };
}

/** Whether the gateway may know only the price of the next period, which differs from that of the current one. */
export const hasOtherPrice = ({ next_plan, next_reverse_charge }: SubscriptionRow): boolean => next_plan !== null || next_reverse_charge !== null;

export function asSubscription(row: SubscriptionRow): Shape<'CatalogueSubscription'> {
  const { id, plan, state, trial_ends_at, period_start, period_end, cancels_at_period_end, next_plan, paid_periods, past_due_at } = row;
  const {
    prices_include_tax,
    gateway_tax,
    reverse_charge,
    business,
    next_reverse_charge,
    next_business,
    following,
    payment_error,
    livemode,
    created_at,
    ended_at,
    end_reason,
  } = row;
  return {
    ...{ id, plan, state, trial_ends_at, period_start, period_end, cancels_at_period_end, next_plan, paid_periods },
    discount: isOver(state) || next_plan !== null ? null : discountLeft(row),
    access_until: state === 'past_due' && past_due_at !== null ? graceEndOf(past_due_at) : null,
    ...{ prices_include_tax, gateway_tax, reverse_charge, business },
    next_business:
      next_reverse_charge === null || isOver(state) ? null : { business: next_business, reverse_charge: next_reverse_charge, amount: following.amount },
    ...{ payment_error, livemode, created_at, ended_at, end_reason },
  };
}
