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

/** A payment that may not have been entered yet. */
export interface NewPayment extends SubscriptionPayment {
  /** The taxes that the gateway has computed. */
  taxes: GatewayTax[];
  /** A keyed hash of the card or bank account with which it was made; null if the gateway does not state that. */
  instrumentHash: Buffer | null;
}

const HOUR_MS = 3600_000;

/** Returns the invoices of payments that were entered before. A subscription has more and more payments, and all but the last are known. */
export async function bookedInvoices(
  trx: Executor,
  { gateway }: Pick<SubscriptionRow, 'gateway'>,
  paid: readonly Pick<SubscriptionPayment, 'id'>[],
): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ id: string }>`select gateway_invoice_id as id from orders
    where gateway = ${gateway} and gateway_invoice_id = any(${paid.map(({ id }) => id)})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The fields that a payment takes from its subscription. */
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

/** The terms of a payment. */
export interface Due {
  plan: Shape<'SubscribedPlan'>;
  /** The discount of the subscription's coupon on the payment. */
  discount: number;
  /** Whether this is the first payment, with which the coupon counts as redeemed. */
  redeems: boolean;
  /** Whether a period begins with the payment. A change of the plan begins one if it changes the interval. */
  begins: boolean;
}

/**
 * Enters a payment for a subscription as a paid order. An amount that differs from the plan's price is entered all the same, and flagged for staff.
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
  // Without a coupon, somebody has given the discount at the gateway itself.
  const reduction = coupon_id === null ? 0 : taken;
  // Credits were given by the seller at the gateway, too.
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
  /** The amount that must equal the plan's price: without a tax that the gateway has added. */
  due: number;
}

/**
 * Returns the tax that a payment contains: as the gateway has computed it, or at the rate that was frozen when the subscription began. The tax on an amount
 * that a credit has paid is left out, like the amount itself.
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
  // The gateway's amounts contain the tax. Those of an order do not if the price of the plan did not.
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

/** Returns an expression for whether a period is the first paid one of a subscription, or a later one. */
const partOf = (organisationId: string, subscriptionId: string) =>
  sql<'first' | 'renewal'>`case when exists (select from orders
    where organisation_id = ${organisationId} and subscription_id = ${subscriptionId} and subscription_part <> 'change') then 'renewal' else 'first' end`;
