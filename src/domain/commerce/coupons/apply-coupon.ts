import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { shareOf } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';
import { appliesToCourse, couponStatus } from './columns.ts';

/** What a coupon is to reduce. `amount` is in the smallest unit of the currency. */
export interface Discountable {
  /** Null means a plan of the catalogue. */
  courseId: string | null;
  amount: number;
  currency: string;
}

export type CouponRefusal = 'unknown' | 'scheduled' | 'expired' | 'used_up' | 'used_by_person' | 'other_item' | 'other_currency' | 'needs_account';

/** What a coupon takes off. `person` identifies the buyer for the coupon's limit for each person; null for a guest. */
export interface Discount {
  couponId: string;
  code: string;
  person: string | null;
  discount: number;
  planPeriods: number | null;
}

export type Quote = Discount | { refusal: CouponRefusal };

/** Keyed hashes of an email address within an organisation: by the current key first, then by old ones. */
const personKeys = ({ keyring }: Pick<Tools, 'keyring'>, organisationId: string, email: string): string[] =>
  keyring.hashCode('coupon person', `${organisationId} ${emailKey(email)}`).map((hash) => hash.toString('hex'));

/** Returns by how much the coupon reduces the amount: rounded once, half up, to what the gateway can charge, and never more than the amount. */
export function discountOf({ percent_off, amount_off }: Pick<Shape<'Coupon'>, 'percent_off' | 'amount_off'>, amount: number, currency: string): number {
  const step = chargeRuleOf(currency)?.step ?? 1;
  return Math.min(amount, percent_off === null ? shareOf(amount_off ?? 0, 1, 1, step) : shareOf(amount, percent_off, 100, step));
}

/**
 * Returns the discount that a code gives, or why it gives none. Takes no use: `takeCouponUse` decides about that when the order is paid.
 * @param email address of the buyer; null for a guest, who has proved none. Coupons with a limit for each person are not for guests, because the answer would
 * say what somebody with the address has bought.
 */
export async function quoteCoupon(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  organisationId: string,
  { code, email, item }: { code: string; email: string | null; item: Discountable },
  now: string,
): Promise<Quote> {
  const people = email === null ? [] : personKeys({ keyring }, organisationId, email);
  const coupon = await db
    .selectFrom('coupons')
    .leftJoin('coupon_people as p', (join) =>
      join
        .onRef('p.organisation_id', '=', 'coupons.organisation_id')
        .onRef('p.coupon_id', '=', 'coupons.id')
        .on('p.person', '=', sql<string>`any(${people}::text[])`),
    )
    .select(['coupons.id', 'code', 'percent_off', 'amount_off', 'currency', 'plan_periods', 'max_uses_per_person', couponStatus(now).as('status'), 'p.person'])
    .select(item.courseId === null ? 'is_for_plans as applies' : appliesToCourse(item.courseId).as('applies'))
    .select(sql<boolean>`coalesce(max_uses_per_person <= p.uses, false)`.as('is_used_by_person'))
    .where('coupons.organisation_id', '=', organisationId)
    .where('code', '=', codeKey(code))
    .where('deactivated_at', 'is', null)
    .orderBy('p.uses', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!coupon || coupon.status === 'deactivated') return { refusal: 'unknown' };
  if (coupon.status !== 'active') return { refusal: coupon.status };
  if (!coupon.applies) return { refusal: 'other_item' };
  if (coupon.currency !== null && coupon.currency !== item.currency) return { refusal: 'other_currency' };
  if (email === null && coupon.max_uses_per_person !== null) return { refusal: 'needs_account' };
  if (coupon.is_used_by_person) return { refusal: 'used_by_person' };
  return {
    couponId: coupon.id,
    code: coupon.code,
    person: coupon.person ?? people[0] ?? null,
    discount: discountOf(coupon, item.amount, item.currency),
    planPeriods: coupon.plan_periods,
  };
}

interface Use {
  couponId: string;
  orderId: string;
  userId: string | null;
  /** As the quote has named the buyer. */
  person: string;
  /** Whether money was paid for the order: its discount is then honoured, whatever has happened to the coupon since the checkout began. */
  isPaid: boolean;
}

/**
 * Counts a use of the coupon for an order, once for each order, in the transaction that completes it. The statement locks the coupon before it looks at
 * its limits, so that of any number of concurrent free orders only as many as the limits allow get one.
 * @returns whether the use exceeds a limit, or null if a free order must not have it, or if the order has taken its use before
 */
export async function takeCouponUse(
  trx: Executor,
  organisationId: string,
  { couponId, orderId, userId, person, isPaid }: Use,
  now: string,
): Promise<{ isOverLimit: boolean } | null> {
  const isHonoured = sql.lit(isPaid);
  const { rows } = await sql<{ is_over_limit: boolean }>`
    with coupon as (
      select organisation_id, id, max_uses, uses, max_uses_per_person from coupons
      where organisation_id = ${organisationId} and id = ${couponId}
        and not exists (select from coupon_redemptions where organisation_id = ${organisationId} and order_id = ${orderId})
        and (${isHonoured} or ${couponStatus(now)} = 'active')
      for no key update
    ), person as (
      insert into coupon_people (organisation_id, coupon_id, person, uses)
      select organisation_id, id, ${person}, 1 from coupon
      on conflict (organisation_id, coupon_id, person) do update set uses = coupon_people.uses + 1
        where ${isHonoured} or coalesce(coupon_people.uses < (select max_uses_per_person from coupon), true)
      returning uses
    ), counted as (
      update coupons set uses = coupons.uses + 1 from person where coupons.organisation_id = ${organisationId} and coupons.id = ${couponId}
    )
    insert into coupon_redemptions (organisation_id, order_id, coupon_id, user_id, person, is_over_limit, redeemed_at)
    select organisation_id, ${orderId}::uuid, id, ${userId}::uuid, ${person},
      coalesce(coupon.uses >= max_uses, false) or coalesce(person.uses > max_uses_per_person, false), ${now}::timestamptz
    from coupon cross join person
    returning is_over_limit`.execute(trx);
  return rows[0] ? { isOverLimit: rows[0].is_over_limit } : null;
}

/** Gives back the use that an order has taken, if any, because its money did not arrive. */
export async function giveBackCouponUse(trx: Executor, organisationId: string, orderId: string): Promise<void> {
  const { rows } = await sql<{ coupon_id: string; person: string }>`
    with redemption as (
      delete from coupon_redemptions where organisation_id = ${organisationId} and order_id = ${orderId} returning coupon_id, person
    ), coupon as (
      update coupons set uses = coupons.uses - 1 from redemption
      where coupons.organisation_id = ${organisationId} and coupons.id = redemption.coupon_id returning coupons.id
    )
    update coupon_people p set uses = p.uses - 1 from redemption r join coupon on coupon.id = r.coupon_id
    where p.organisation_id = ${organisationId} and p.coupon_id = coupon.id and p.person = r.person
    returning p.coupon_id, p.person`.execute(trx);
  const [used] = rows;
  if (used)
    await trx
      .deleteFrom('coupon_people')
      .where('organisation_id', '=', organisationId)
      .where('coupon_id', '=', used.coupon_id)
      .where('person', '=', used.person)
      .where('uses', '=', 0)
      .execute();
}
