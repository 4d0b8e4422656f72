import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type OrderKey, readOrder } from '../orders/columns.ts';
import { addFlags } from '../orders/flags.ts';
import { giveAccess } from '../orders/give-access.ts';
import { bindGuest, lockAddress } from '../orders/guests.ts';
import { readReversible, selectDisputes, selectRefunds } from './columns.ts';
import { keepsAccess } from './order-access.ts';

/**
 * Assigns to a user the orders that guests have paid with the address that the user has just verified: all of them, in all organisations, or none. A payment
 * that arrives at the same time finds the account itself. An order that was refunded or is disputed gives access only if the money comes back.
 */
export async function claimGuestOrders({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, userId: string): Promise<void> {
  const now = timeOf(clock);
  await inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', userId)
      .where('email_verified_at', 'is not', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!user) return;
    await lockAddress(trx, user.email_key);
    for (const key of await waitingOrders(trx, user.email_key)) await claimOrder(trx, key, userId, now);
  });
}

/** Reads the paid orders of an address in all organisations, in the order in which all transactions count the learners of courses. */
async function waitingOrders(trx: Executor, emailKey: string): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select o.organisation_id as "organisationId", o.id as "orderId"
    from guest_orders g join orders o on o.organisation_id = g.organisation_id and o.id = g.order_id
    where g.email_key = ${emailKey} and o.state = 'paid' order by o.organisation_id, o.course_id, o.id for update of o`.execute(trx);
  return rows;
}

async function claimOrder(trx: Executor, key: OrderKey, userId: string, now: string): Promise<void> {
  const { organisationId, orderId } = key;
  const order = await readReversible(trx, key).executeTakeFirstOrThrow();
  const reversals = { refunds: await selectRefunds(trx, key).execute(), disputes: await selectDisputes(trx, key).execute() };
  const isKept = keepsAccess(order, reversals);
  await bindGuest(trx, key, userId, !isKept, now);
  await recordChange(trx, systemActor(organisationId), {
    action: 'order.claimed',
    objectId: orderId,
    before: null,
    after: { user_id: userId },
  });
  if (isKept) await deliver(trx, key, { ...order, buyer_id: userId }, now);
}

type Owned = Parameters<typeof giveAccess>[2];

async function deliver(trx: Executor, key: OrderKey, order: Owned, now: string): Promise<void> {
  const { organisationId, orderId } = key;
  const flags = await giveAccess(trx, key, order, now);
  await trx.updateTable('orders').set({ access_from: now }).where('organisation_id', '=', organisationId).where('id', '=', orderId).execute();
  await addFlags(trx, key, flags);
  if (flags.includes('already_owned')) await enqueue(trx, 'refund_duplicate', { organisation_id: organisationId, order_id: orderId });
}

/** Gives the buyer the access that was held back when they claimed the order, because the money for it was gone. */
export async function giveOwedAccess(trx: Executor, key: OrderKey, now: string): Promise<void> {
  const owed = await trx
    .updateTable('guest_orders')
    .set({ is_access_owed: false })
    .where('organisation_id', '=', key.organisationId)
    .where('order_id', '=', key.orderId)
    .where('is_access_owed', '=', true)
    .returning('order_id')
    .executeTakeFirst();
  if (!owed) return;
  const { buyer_id, ...order } = await readOrder(trx, key).executeTakeFirstOrThrow();
  if (buyer_id !== null) await deliver(trx, key, { ...order, buyer_id }, now);
}
