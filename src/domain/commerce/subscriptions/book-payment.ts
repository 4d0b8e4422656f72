import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';
import type { GatewayTax } from '../../../platform/payments/taxes.ts';
import { attributePayment } from '../../affiliates/referrals/attribute-payment.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { shareOf } from '../../kernel/money.ts';
import { isUseOverLimit } from '../coupons/apply-coupon.ts';
import type { IssuedFor } from '../invoices/issue.ts';
import { addedTaxOf, gatewayTaxLines, soldOf, type TaxLine, taxLinesOf, taxOf } from '../invoices/tax.ts';
import { publishEvent } from '../orders/events.ts';
import { flagColumns, type StoredFlag } from '../orders/flags.ts';
import { recordMoney } from '../orders/ledger.ts';
import { notePayment } from '../orders/note-payment.ts';
import type { SubscriptionRow } from './columns.ts';

/** A payment that may not be entered yet. */
export interface NewPayment extends SubscriptionPayment {
  /** The taxes that the gateway has computed. */
  taxes: GatewayTax[];
  /** By which card or bank account it was made, as a keyed hash; null if the gateway does not say. */
  instrumentHash: Buffer | null;
}

const HOUR_MS = 3600_000;

/** Returns which payments were entered before. A subscription has ever more of them, and all but the last are known. */
export async function bookedInvoices(
  trx: Executor,
  { gateway }: Pick<SubscriptionRow, 'gateway'>,
  paid: readonly Pick<SubscriptionPayment, 'id'>[],
): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ id: string }>`select gateway_invoice_id as id from orders
    where gateway = ${gateway} and gateway_invoice_id = any(${paid.map(({ id }) => id)})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** What a payment takes from its subscription. */
export type Payer = Pick<
  SubscriptionRow,
  | 'id'
  | 'user_id'
  | 'gateway'
  | 'livemode'
  | 'account_id'
  | 'taxes'
  | 'prices_include_tax'
  | 'gateway_tax'
  | 'reverse_charge'
  | 'business'
  | 'terms_version'
  | 'coupon_id'
  | 'coupon_code'
>;

/** What a payment is for. */
export interface Due {
  plan: Shape<'SubscribedPlan'>;
  /** What the coupon of the subscription takes off it. */
  discount: number;
  /** Whether it is the first payment, with which the coupon has done something. */
  redeems: boolean;
  /** Whether a period begins with it. A change of the plan begins one if it changes the interval. */
  begins: boolean;
}

/**
 * Enters what was paid for a subscription as an order that is paid. Money that is not what the plan costs is money all the same: it is flagged for staff.
 * @returns the document to issue at the end of the transaction, if any
 */
export async function bookPayment(
  trx: Executor,
  organisationId: string,
  subscription: Payer,
  { plan, discount: agreed, redeems, begins }: Due,
  payment: NewPayment,
  now: string,
): Promise<IssuedFor[]> {
  const {
    id: invoiceId,
    reason,
    total: { amount: total, currency },
    discount: taken,
    credit,
    platformFee,
    periodEnd,
    paidAt,
    paymentId,
    instrumentHash,
  } = payment;
  const { gateway, livemode, account_id, user_id: userId, reverse_charge, business, terms_version, coupon_id, coupon_code } = subscription;
  // What is taken off without a coupon, somebody has done at the gateway itself.
  const reduction = coupon_id === null ? 0 : taken;
  // A credit was given by the seller there, too.
  const price = total + reduction + credit;
  const { tax, tax_lines, subtotal, due } = taxesOf(subscription, payment, price);
  const orderId = newId();
  const key = { organisationId, orderId };
  const { prices_include_tax } = subscription;
  const gateway_tax = subscription.gateway_tax && !reverse_charge && total > 0;
  const discount = subtotal - total + (prices_include_tax ? 0 : tax);
  const platform_fee = Math.min(platformFee, total);
  const isExact = currency === plan.currency && (reason === 'change' || (due === plan.amount && reduction === agreed));
  const isOverLimit = redeems && reduction > 0 && (await isUseOverLimit(trx, organisationId, subscription.id));
  const flags: StoredFlag[] = [
    ...(isExact ? [] : (['amount_mismatch'] as const)),
    ...(userId === null ? (['buyer_gone'] as const) : []),
    ...(isOverLimit ? (['coupon_over_limit'] as const) : []),
  ];
  const made = await trx
    .insertInto('orders')
    .values({
      ...{ organisation_id: organisationId, id: orderId, course_title: plan.title, buyer_id: userId, state: 'paid', currency, subtotal, discount, total },
      ...(reduction > 0 ? { coupon_id, coupon_code } : {}),
      ...{ prices_include_tax, gateway_tax, reverse_charge, business: business && json(business) },
      ...{ tax, tax_lines: json(tax_lines), platform_fee, terms_version, gateway, livemode, account_id },
      ...{ subscription_id: subscription.id, gateway_invoice_id: invoiceId, created_at: paidAt, paid_at: paidAt, checked_at: now },
      instrument_hash: instrumentHash,
      subscription_part: reason === 'change' ? 'change' : partOf(organisationId, subscription.id),
      covers_until: begins && plan.cycles === null ? periodEnd : null,
      expires_at: new Date(Date.parse(paidAt) + HOUR_MS).toISOString(),
      ...flagColumns(flags),
    })
    .returning(sql<'first' | 'renewal' | 'change'>`subscription_part`.as('part'))
    .executeTakeFirstOrThrow();
  const reduced = { ...(reduction > 0 ? { coupon_code } : {}), ...(discount > 0 ? { discount } : {}) };
  const after = { subscription_id: subscription.id, plan_id: plan.id, total, currency, ...reduced };
  await recordChange(trx, systemActor(organisationId), { action: 'order.paid', objectId: orderId, before: null, after });
  const sold = soldOf({ subtotal, total, tax, prices_include_tax, gateway_tax, tax_lines });
  const postings = [
    ['gateway_clearing', total - platform_fee],
    ['platform_fees', platform_fee],
    ['tax_owed', -tax],
    ['discounts', sold - (total - tax)],
    ['sales', -sold],
  ] as const;
  await attributePayment(trx, { ...key, subscriptionId: subscription.id, planId: plan.id, planTitle: plan.title, part: made.part, paidAt });
  await recordMoney(trx, { ...key, fact: 'paid', currency, livemode, occurredAt: paidAt, postings });
  if (paymentId !== null) await notePayment(trx, key, { gateway }, paymentId);
  await publishEvent(trx, 'order.paid', { ...key, userId });
  if (reduction > 0 && redeems) await publishEvent(trx, 'coupon.redeemed', { ...key, userId });
  await enqueue(trx, 'mail_order', { organisation_id: organisationId, order_id: orderId, state: 'paid' });
  return total > 0 ? [{ ...key, kind: 'invoice', sourceId: null, amount: total, tax }] : [];
}

interface TaxedPayment {
  tax: number;
  tax_lines: TaxLine[];
  /** The price, without a tax that is added to it. */
  subtotal: number;
  /** What must be what the plan costs: without a tax that the gateway has added. */
  due: number;
}

/**
 * Returns what of a payment is tax: what the gateway has computed, or the rate that was frozen when the subscription began. The tax of what a credit has paid
 * is left out, as its money is.
 * @param price before any discount, with the tax
 */
function taxesOf(
  { taxes, prices_include_tax, gateway_tax, reverse_charge }: Pick<SubscriptionRow, 'taxes' | 'prices_include_tax' | 'gateway_tax' | 'reverse_charge'>,
  { total: { amount: total, currency }, credit, tax: computed, taxes: lines }: NewPayment,
  price: number,
): TaxedPayment {
  if (gateway_tax && !reverse_charge) return taxesOfGateway();
  const rated = (amount: number) =>
    reverse_charge ? [] : taxes.flatMap((rate) => (prices_include_tax ? taxLinesOf(amount, rate) : addedTaxOf(amount, rate, currency)));
  const tax_lines = rated(total);
  // The gateway knows amounts with the tax. Those of an order lack it if the price of the plan did.
  return { tax: taxOf(tax_lines), tax_lines, subtotal: prices_include_tax ? price : price - taxOf(rated(price)), due: price };

  function taxesOfGateway(): TaxedPayment {
    const all = computed ?? 0;
    const whole = total + credit;
    if (all <= 0 || all > whole) return { tax: 0, tax_lines: [], subtotal: price, due: price - all };
    const share = (amount: number) => shareOf(amount, total, whole);
    const tax_lines = gatewayTaxLines(lines.map((line) => ({ ...line, amount: share(line.amount) })));
    const untaxed = prices_include_tax ? price : price - all;
    return { tax: share(all), tax_lines, subtotal: untaxed, due: untaxed };
  }
}

/** Whether a period is the first that is paid of a subscription, or a later one. */
const partOf = (organisationId: string, subscriptionId: string) =>
  sql<'first' | 'renewal'>`case when exists (select from orders
    where organisation_id = ${organisationId} and subscription_id = ${subscriptionId} and subscription_part <> 'change') then 'renewal' else 'first' end`;
