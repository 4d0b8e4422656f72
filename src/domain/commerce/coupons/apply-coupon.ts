import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import type { Client } from '../../kernel/client.ts';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { shareOf } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';
import { PAGE_MINUTES } from '../gateway/pages.ts';
import { appliesToCourse, couponStatus, NOTHING_BEGUN } from './columns.ts';

/** A price to which a coupon is to be applied. `amount` is in the smallest unit of the currency. */
export interface Discountable {
  /** Null means a plan of the catalogue. */
  courseId: string | null;
  amount: number;
  currency: string;
}

export type CouponRefusal =
  | 'unknown'
  | 'scheduled'
  | 'expired'
  | 'used_up'
  | 'used_by_person'
  | 'held_by_person'
  | 'held_at_address'
  | 'other_item'
  | 'other_currency'
  | 'needs_account';

/** The reduction that a coupon gives. `person` identifies the buyer for the coupon's limit per person, and is null for a guest. */
export interface Discount {
  couponId: string;
  code: string;
  person: string | null;
  discount: number;
  planPeriods: number | null;
}

export type Quote = Discount | { refusal: CouponRefusal };

/** Returns keyed hashes of an email address within an organisation: with the current key first, then with old ones. */
const personKeys = ({ keyring }: Pick<Tools, 'keyring'>, organisationId: string, email: string): string[] =>
  keyring.hashCode('coupon person', `${organisationId} ${emailKey(email)}`).map((hash) => hash.toString('hex'));

/** Returns by how much the coupon reduces the amount: rounded once, half up, to what the gateway can charge, and never more than the amount. */
export function discountOf({ percent_off, amount_off }: Pick<Shape<'Coupon'>, 'percent_off' | 'amount_off'>, amount: number, currency: string): number {
  const step = chargeRuleOf(currency)?.step ?? 1;
  return Math.min(amount, percent_off === null ? shareOf(amount_off ?? 0, 1, 1, step) : shareOf(amount, percent_off, 100, step));
}

/**
 * Returns the discount that a code gives, or why it gives none. Does not count as a use: `holdCouponUse` holds one when a checkout begins, and `takeCouponUse`
 * counts one when a free order is completed.
 * @param email address of the buyer; null for a guest, who has no verified one. Guests cannot use coupons with a limit per person, because the answer would
 * reveal what the owner of the address has bought.
 * @param own the ID of the order or subscription that the buyer has begun and would resume or give up, with the use that it holds; null if there is none
 */
export async function quoteCoupon(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  organisationId: string,
  { code, email, item, own = NOTHING_BEGUN }: { code: string; email: string | null; item: Discountable; own?: Expression<string | null> },
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
    .leftJoin('coupon_redemptions as held', (join) =>
      join
        .onRef('held.organisation_id', '=', 'p.organisation_id')
        .onRef('held.coupon_id', '=', 'p.coupon_id')
        .onRef('held.person', '=', 'p.person')
        .on('held.held_until', 'is not', null),
    )
    .select(['coupons.id', 'code', 'percent_off', 'amount_off', 'currency', 'plan_periods', 'max_uses_per_person', 'p.person'])
    .select(couponStatus(now, own).as('status'))
    .select(item.courseId === null ? 'is_for_plans as applies' : appliesToCourse(item.courseId).as('applies'))
    .select(sql<boolean>`coalesce(max_uses_per_person <= p.uses - (held.order_id is not null)::integer, false)`.as('is_used_by_person'))
    .select(sql<boolean>`coalesce(held.held_until > ${now} and held.order_id is distinct from ${own}, false)`.as('is_held_by_person'))
    .where('coupons.organisation_id', '=', organisationId)
    .where('code', '=', codeKey(code))
    .where('deactivated_at', 'is', null)
    .orderBy('p.uses', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!coupon || coupon.status === 'deactivated') return { refusal: 'unknown' };
  // A buyer who holds the last use themselves learns why they cannot have another.
  if (coupon.status === 'used_up' && coupon.is_held_by_person) return { refusal: 'held_by_person' };
  if (coupon.status !== 'active') return { refusal: coupon.status };
  if (!coupon.applies) return { refusal: 'other_item' };
  if (coupon.currency !== null && coupon.currency !== item.currency) return { refusal: 'other_currency' };
  if (email === null && coupon.max_uses_per_person !== null) return { refusal: 'needs_account' };
  if (coupon.is_used_by_person) return { refusal: 'used_by_person' };
  if (coupon.is_held_by_person) return { refusal: 'held_by_person' };
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
  /** The buyer as the quote identifies them. */
  person: string;
}

interface Taking extends Use {
  /** Whether money was paid for the order: its discount is then honoured, whatever has happened to the coupon since the checkout began. */
  isPaid: boolean;
}

/** Time for which a checkout holds its use of a coupon: as long as its page can be used. */
const HELD_MS = PAGE_MINUTES * 60_000;
/** Number of checkouts at one IPv4 address or IPv6 /64 network that can hold uses of one coupon, as the database also enforces. */
const PLACES_AT_ADDRESS = 3;

/**
 * Holds a use of the coupon for a new checkout, in the transaction that stores it, until the checkout is paid, ends or expires. The coupon is locked before its
 * limits are checked, so that concurrent checkouts never get more uses than the limits allow. Uses of a coupon without a limit are not held, but counted when
 * the payment arrives.
 * @returns why the checkout gets no use, or null if it does
 */
export async function holdCouponUse(
  { db: trx, keyring }: Pick<Tools, 'db' | 'keyring'>,
  organisationId: string,
  { couponId, orderId, userId, person }: Use,
  client: Client | undefined,
  now: string,
): Promise<CouponRefusal | null> {
  await lockAndFree(trx, organisationId, couponId, now);
  const coupon = await readLimits(trx, organisationId, { couponId, person }, now);
  if (coupon.refusal !== null) return coupon.refusal;
  if (coupon.max_uses === null && coupon.max_uses_per_person === null) return null;
  const addressHash = coupon.max_uses === null || !client ? null : keyring.hashCode('coupon address', `${organisationId} ${client.address}`)[0];
  const held = await trx
    .selectFrom('coupon_redemptions')
    .select(sql<number[]>`coalesce(array_agg(place) filter (where address_hash = ${addressHash}::bytea), '{}')`.as('places'))
    .where('organisation_id', '=', organisationId)
    .where('coupon_id', '=', couponId)
    .where('held_until', 'is not', null)
    .executeTakeFirstOrThrow();
  if (coupon.is_held_by_person) return 'held_by_person';
  if (coupon.is_used_by_person) return 'used_by_person';
  const place = Array.from({ length: PLACES_AT_ADDRESS }, (_, index) => index + 1).find((number) => !held.places.includes(number));
  if (addressHash !== null && place === undefined) return 'held_at_address';
  await takeCouponUse(trx, organisationId, { couponId, orderId, userId, person, isPaid: false }, now);
  await trx
    .updateTable('coupon_redemptions')
    .set({ held_until: new Date(Date.parse(now) + HELD_MS).toISOString(), ...(addressHash !== null && { address_hash: addressHash, place: place as number }) })
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .execute();
  return null;
}

/**
 * Lets an order that is paid, or whose payment is in transit, keep the use that it holds, or takes one for it if it no longer holds any. The order gets one in
 * any case.
 * @returns whether the use exceeds a limit
 */
export async function keepCouponUse(trx: Executor, organisationId: string, use: Taking, now: string): Promise<{ isOverLimit: boolean } | null> {
  const kept = await trx
    .updateTable('coupon_redemptions')
    .set({ held_until: null, address_hash: null, place: null })
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', use.orderId)
    .returning('is_over_limit')
    .executeTakeFirst();
  return kept ? { isOverLimit: kept.is_over_limit } : takeCouponUse(trx, organisationId, use, now);
}

/** Counts a use of the coupon for a free order, once, in the transaction that completes it. Uses that are no longer held are released first.
 * @returns the limit that leaves no use, or null */
export async function takeFreeUse(trx: Executor, organisationId: string, use: Use, now: string): Promise<CouponRefusal | null> {
  await lockAndFree(trx, organisationId, use.couponId, now);
  if (await takeCouponUse(trx, organisationId, { ...use, isPaid: false }, now)) return null;
  const { refusal, is_held_by_person } = await readLimits(trx, organisationId, use, now);
  return refusal ?? (is_held_by_person ? 'held_by_person' : 'used_by_person');
}

/** Reads the limits of a locked coupon for a person. `refusal` is the reason why nobody can use the coupon any more, or null. */
async function readLimits(trx: Executor, organisationId: string, { couponId, person }: Pick<Use, 'couponId' | 'person'>, now: string) {
  const { status, ...limits } = await trx
    .selectFrom('coupons')
    .leftJoin('coupon_people as p', (join) =>
      join.onRef('p.organisation_id', '=', 'coupons.organisation_id').onRef('p.coupon_id', '=', 'coupons.id').on('p.person', '=', person),
    )
    .select([couponStatus(now).as('status'), 'max_uses', 'max_uses_per_person'])
    .select(sql<boolean>`coalesce(p.uses >= max_uses_per_person, false)`.as('is_used_by_person'))
    .select(
      sql<boolean>`exists (select from coupon_redemptions held where held.organisation_id = coupons.organisation_id and held.coupon_id = coupons.id
        and held.person = ${person} and held.held_until is not null)`.as('is_held_by_person'),
    )
    .where('coupons.organisation_id', '=', organisationId)
    .where('coupons.id', '=', couponId)
    .executeTakeFirstOrThrow();
  const refusal: CouponRefusal | null = status === 'active' ? null : status === 'deactivated' ? 'unknown' : status;
  return { ...limits, refusal };
}

/** Whether the use of an order, or of a subscription, exceeds a limit of its coupon. */
export const isUseOverLimit = async (trx: Executor, organisationId: string, orderId: string): Promise<boolean> =>
  (await trx
    .selectFrom('coupon_redemptions')
    .select('order_id')
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .where('is_over_limit', '=', true)
    .executeTakeFirst()) !== undefined;

/**
 * Counts a use of the coupon for an order, once for each order, in the transaction that completes it. The statement locks the coupon before it checks its
 * limits, so that concurrent free orders never get more uses than the limits allow.
 * @returns whether the use exceeds a limit; null if a free order must not have the use, or if the order has already taken one
 */
export async function takeCouponUse(
  trx: Executor,
  organisationId: string,
  { couponId, orderId, userId, person, isPaid }: Taking,
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

/** Gives back the use that an order holds or has taken, if any, because its money did not arrive. */
export async function giveBackCouponUse(trx: Executor, organisationId: string, orderId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from coupons where organisation_id = ${organisationId} and id =
    (select coupon_id from coupon_redemptions where organisation_id = ${organisationId} and order_id = ${orderId}) for no key update`.execute(trx);
  const [coupon] = rows;
  if (coupon) await giveBack(trx, organisationId, coupon.id, sql`order_id = ${orderId}`);
}

/** Locks a coupon, which every change of its uses must do first, and gives back the uses that checkouts no longer hold. */
async function lockAndFree(trx: Executor, organisationId: string, couponId: string, now: string): Promise<void> {
  await sql`select from coupons where organisation_id = ${organisationId} and id = ${couponId} for no key update`.execute(trx);
  await giveBack(trx, organisationId, couponId, sql`held_until <= ${now}`);
}

async function giveBack(trx: Executor, organisationId: string, couponId: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ person: string }>`
    with redemption as (
      delete from coupon_redemptions where organisation_id = ${organisationId} and coupon_id = ${couponId} and ${which} returning person
    ), coupon as (
      update coupons set uses = uses - (select count(*) from redemption)
      where organisation_id = ${organisationId} and id = ${couponId} and exists (select from redemption)
    )
    update coupon_people p set uses = p.uses - r.uses from (select person, count(*) as uses from redemption group by person) r
    where p.organisation_id = ${organisationId} and p.coupon_id = ${couponId} and p.person = r.person
    returning p.person`.execute(trx);
  if (rows.length > 0)
    await trx
      .deleteFrom('coupon_people')
      .where('organisation_id', '=', organisationId)
      .where('coupon_id', '=', couponId)
      .where(
        'person',
        'in',
        rows.map(({ person }) => person),
      )
      .where('uses', '=', 0)
      .execute();
}
