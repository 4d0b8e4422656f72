import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import type { FollowedLink } from '../../affiliates/referrals/freeze-attribution.ts';
import { nameBuyer } from '../../affiliates/referrals/name-buyer.ts';
import { isSignInName } from '../../identity/accounts/sign-in-names.ts';
import type { Caller, Viewer } from '../../kernel/caller.ts';
import type { Client } from '../../kernel/client.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseAccess } from '../../learning/access/course-access.ts';
import type { OrderKey } from './columns.ts';

/** A buyer who is not signed in, and whose email address is not verified. */
export interface Guest {
  organisationId: string;
  actorId: null;
  email: string;
  /** The ID of the browser, which alone can resume the order. */
  visitorId: string;
  client: (() => Client) | undefined;
  /** The affiliate links that the browser has followed, which are not bound to a user yet. */
  followed: readonly FollowedLink[];
}

/** The buyer: a user or a guest. */
export type Buyer = Caller | Guest;

export const isGuest = (buyer: Buyer): buyer is Guest => buyer.actorId === null;

/** Returns the error for a wish that needs an account, because no payment vouches for it. */
export const needsAccount = (field: 'quantity' | 'gift' | 'coupon_code'): ValidationError =>
  new ValidationError([{ field, code: 'needs_account', message: 'Sign in to buy this.' }]);

/**
 * Returns the address of a guest who wants to buy a course.
 * @throws NotFoundError if visitors do not see the course
 * @throws ValidationError
 */
export async function requireGuestAddress(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  viewer: Viewer,
  courseId: string,
  email: string | undefined,
): Promise<string> {
  requireIds(courseId);
  await courseAccess(db, viewer, courseId, timeOf(clock));
  if (email === undefined) throw new ValidationError([{ field: 'email', code: 'required', message: 'Sign in, or give an email address.' }]);
  if (isSignInName({ base }, email)) throw new ValidationError([{ field: 'email', code: 'reserved', message: 'This address cannot receive email.' }]);
  return email;
}

/** Returns a condition on `orders` for the orders of a guest. */
export const ofGuest = ({ organisationId, visitorId, email }: Guest) => sql<boolean>`orders.id in (select order_id from guest_orders
  where organisation_id = ${organisationId} and visitor_id = ${visitorId} and email_key = ${emailKey(email)})`;

/** Makes requests of one browser for one address wait for each other, so that they begin one order of a course. */
export const lockGuest = (trx: Executor, { visitorId, email }: Guest): Promise<unknown> => lockUntilEnd(trx, 'guest', `${visitorId} ${emailKey(email)}`);

export const insertGuest = (trx: Executor, { organisationId, visitorId, email }: Guest, orderId: string, now: string): Promise<unknown> =>
  trx
    .insertInto('guest_orders')
    .values({ organisation_id: organisationId, order_id: orderId, visitor_id: visitorId, email, email_key: emailKey(email), created_at: now })
    .execute();

/** Makes payments for an address and accounts that verify it wait for each other, so that exactly one of them assigns each order to its account. */
export const lockAddress = (trx: Executor, key: string): Promise<unknown> => lockUntilEnd(trx, 'paid_address', key);

/**
 * Finds the account of the guest who has paid for an order, in the transaction that completes it.
 * @returns undefined if no guest waits for the order, and null if no account has verified the address yet
 */
export async function findGuestAccount(trx: Executor, { organisationId, orderId }: OrderKey): Promise<string | null | undefined> {
  const guest = await trx
    .selectFrom('guest_orders')
    .select('email_key')
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  if (!guest) return undefined;
  const key = guest.email_key as string;
  await lockAddress(trx, key);
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('email_verified_at', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  return user?.id ?? null;
}

/**
 * Makes a user the buyer of a paid order. The guest's address is deleted, because it is now that of the account.
 * @param isAccessOwed whether the order gives access only once money that was refunded or is disputed comes back
 */
export async function bindGuest(trx: Executor, { organisationId, orderId }: OrderKey, userId: string, isAccessOwed: boolean, now: string): Promise<void> {
  await trx.updateTable('orders').set({ buyer_id: userId }).where('organisation_id', '=', organisationId).where('id', '=', orderId).execute();
  await trx
    .updateTable('guest_orders')
    .set({ email: null, email_key: null, claimed_at: now, is_access_owed: isAccessOwed })
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .execute();
  await trx.updateTable('coupon_redemptions').set({ user_id: userId }).where('organisation_id', '=', organisationId).where('order_id', '=', orderId).execute();
  await nameBuyer(trx, { organisationId, orderId, buyerId: userId });
}
