import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Caller, systemActor } from '../../kernel/caller.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { holdCouponUse, takeFreeUse } from '../coupons/apply-coupon.ts';
import { NOTHING_BEGUN } from '../coupons/columns.ts';
import { couponRefused } from '../coupons/refusal.ts';
import { PAGE_MINUTES } from '../gateway/pages.ts';
import { taxOf } from '../invoices/tax.ts';
import { attributeOrder } from './attribute-order.ts';
import { givesCodes, ORDER_COLUMNS, type OrderRow, selectOrders } from './columns.ts';
import { type Buyer, insertGuest, isGuest, lockGuest, ofGuest } from './guests.ts';
import { markPaid } from './settle.ts';
import { readOffer, requireNoAccess, type Terms, termsOf, type Wish } from './terms.ts';

type OrderTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>;
type Gateway = Pick<Payments, 'gateway' | 'livemode'> & { accountId: string };

/** The same condition as in the index `orders_open`, without parameters, so that every query plan can use it. */
const isOpen = sql<boolean>`state in ('pending', 'processing')`;

/** Selects the order of the course that the buyer has begun but not completed. Free orders are never open. */
const selectOpen = (db: Executor, buyer: Buyer, courseId: string) =>
  selectOrders(db, buyer.organisationId)
    .where('course_id', '=', courseId)
    .where(isGuest(buyer) ? ofGuest(buyer) : sql<boolean>`buyer_id = ${buyer.actorId}`)
    .where(isOpen);

/** Returns the ID of the open order as an expression, so that an order that another request has just begun counts, too. */
export const idOfOpen = (db: Executor, buyer: Buyer, courseId: string) =>
  sql<string | null>`${selectOpen(db, buyer, courseId).select('orders.id').orderBy('orders.id').limit(1)}`;

export const readOpen = (db: Executor, buyer: Buyer, courseId: string) =>
  selectOpen(db, buyer, courseId)
    .select([...ORDER_COLUMNS, 'session_id', 'account_id', 'gateway', 'takes_delayed_payments', 'terms_version', 'platform_fee'])
    .$narrowType<{ state: OrderRow['state']; account_id: string }>();

export type OpenOrder = Awaited<ReturnType<ReturnType<typeof readOpen>['executeTakeFirstOrThrow']>>;

/** Returns the error for a payment whose result is not known yet. */
export const processing = (orderId: string | null) =>
  new DomainError('payment_processing', 'A payment for the course is in progress.', { order_id: orderId, subscription_id: null });

/**
 * Stores an order to be paid, which holds a use of the coupon, or finds the one that another request has stored.
 * @returns null if the price has just changed so that nothing is to be paid
 * @throws NotFoundError
 * @throws ValidationError if the coupon gives no discount, or a consent is missing
 * @throws DomainError enrollment_closed, already_enrolled, nothing_to_pay, amount_too_small, amount_too_large, payment_processing
 */
export function openOrder(tools: OrderTools, { gateway, livemode, accountId }: Gateway, buyer: Buyer, wish: Wish) {
  const { clock, keyring } = tools;
  const now = timeOf(clock);
  return inTransaction(tools.db, async (db) => {
    if (isGuest(buyer)) await lockGuest(db, buyer);
    const terms = await termsOf({ db, keyring }, buyer, wish, await readOffer(db, buyer, wish, now), now, idOfOpen(db, buyer, wish.courseId));
    if (terms.total === 0) return null;
    const payment = { id: newId(), gateway, livemode, account_id: accountId };
    const isBegun = isGuest(buyer) && (await readOpen(db, buyer, wish.courseId).executeTakeFirst()) !== undefined;
    const begins = !isBegun && (await insertOrder({ db, clock, keyring }, buyer, wish.courseId, terms, payment));
    if (begins && terms.coupon) {
      const { couponId, person } = terms.coupon;
      const use = { couponId, orderId: payment.id, userId: buyer.actorId, person: person ?? payment.id };
      const refusal = await holdCouponUse({ db, keyring }, buyer.organisationId, use, buyer.client?.(), now);
      if (refusal !== null) throw couponRefused(refusal);
    }
    const order = await readOpen(db, buyer, wish.courseId).executeTakeFirst();
    if (!order || order.state === 'processing') throw processing(order?.id ?? null);
    return { order, begins };
  });
}

/**
 * Stores and completes an order for which nothing is to be paid: its use of the coupon, its entry in the books and the access are stored together or not at
 * all. As no money was paid, every rule can still refuse it.
 * @returns null if the price has just changed so that something is to be paid
 * @throws NotFoundError
 * @throws ValidationError if the coupon gives no discount, or a consent is missing
 * @throws DomainError enrollment_closed, already_enrolled, nothing_to_pay, amount_too_small, amount_too_large, payment_processing, learner_limit
 */
export function takeFree(tools: OrderTools, caller: Caller, wish: Wish) {
  const { clock, keyring, payments } = tools;
  const { organisationId, actorId } = caller;
  const { courseId } = wish;
  const now = timeOf(clock);
  return inTransaction(tools.db, async (db) => {
    const terms = await termsOf({ db, keyring }, caller, wish, await readOffer(db, caller, wish, now), now, NOTHING_BEGUN);
    const { coupon } = terms;
    if (terms.total > 0 || !coupon) return null;
    const orderId = newId();
    if (!(await insertOrder({ db, clock, keyring }, caller, courseId, terms, { id: orderId, livemode: payments?.livemode ?? false }))) {
      const open = await readOpen(db, caller, courseId).executeTakeFirst();
      throw processing(open?.id ?? null);
    }
    // Another request of the caller may have been completed while this one waited to insert its order.
    if (!givesCodes(wish)) await requireNoAccess(db, caller, courseId, now);
    const { couponId, person } = coupon;
    const refusal = await takeFreeUse(db, organisationId, { couponId, orderId, userId: actorId, person: person ?? orderId }, now);
    if (refusal !== null) throw couponRefused(refusal);
    const order = await selectOrders(db, organisationId)
      .select([...ORDER_COLUMNS, 'buyer_id', 'coupon_id', 'coupon_person', 'platform_fee'])
      .where('orders.id', '=', orderId)
      .$narrowType<{ state: OrderRow['state'] }>()
      .executeTakeFirstOrThrow();
    const flags = await markPaid(db, { organisationId, orderId }, order, now, now);
    if (flags.includes('learner_limit')) throw new DomainError('learner_limit', "The organisation has reached its plan's learner limit.");
    if (flags.includes('course_closed')) throw new DomainError('enrollment_closed', 'The course is not open for enrolment.');
    if (flags.length > 0) throw new NotFoundError();
    return { ...order, state: 'paid' as const, paid_at: now };
  });
}

type Payment = { id: string; livemode: boolean } & Partial<{ gateway: Payments['gateway']; account_id: string }>;

/** Inserts an order. Returns whether it is new: a user has at most one open order for each course. */
async function insertOrder(
  { db: trx, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  buyer: Buyer,
  courseId: string,
  terms: Terms,
  payment: Payment,
): Promise<boolean> {
  const { title, currency, quantity, is_gift, subtotal, coupon, total, tax_lines, pricesIncludeTax, reverseCharge, gatewayTax, business } = terms;
  const { takesDelayed, termsVersion, platformFee } = terms;
  const tax = taxOf(tax_lines);
  const discount = subtotal - total + (pricesIncludeTax ? 0 : tax);
  const now = timeOf(clock);
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('orders')
    .values({
      ...{ organisation_id: buyer.organisationId, course_id: courseId, course_title: title, buyer_id: buyer.actorId },
      ...{
        quantity,
        is_gift,
        currency,
        subtotal,
        discount,
        total,
        tax,
        tax_lines: json(tax_lines),
        prices_include_tax: pricesIncludeTax,
        reverse_charge: reverseCharge,
        gateway_tax: gatewayTax,
        business: business && json(business),
        takes_delayed_payments: takesDelayed,
        terms_version: termsVersion,
        platform_fee: platformFee,
        ...payment,
      },
      ...(coupon && { coupon_id: coupon.couponId, coupon_code: coupon.code, coupon_person: coupon.person }),
      ...{ created_at: now, checked_at: now, expires_at: new Date(clock.now() + PAGE_MINUTES * 60_000).toISOString() },
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'buyer_id']).where(isOpen).doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) return false;
  if (isGuest(buyer)) await insertGuest(trx, buyer, payment.id, now);
  await attributeOrder({ db: trx, keyring }, buyer, payment.id, now);
  const after = {
    course_id: courseId,
    quantity,
    total,
    currency,
    terms_version: termsVersion,
    ...(reverseCharge && { reverse_charge: true }),
    ...(coupon && { coupon_code: coupon.code, discount }),
  };
  const actor = isGuest(buyer) ? systemActor(buyer.organisationId) : buyer;
  await recordChange(trx, actor, { action: 'order.created', objectId: payment.id, before: null, after });
  return true;
}
