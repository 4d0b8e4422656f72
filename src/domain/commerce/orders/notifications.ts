import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { deleteInBatches } from '../../kernel/batches.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { type Attempt, enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireGateway } from '../gateway/ask-gateway.ts';
import { settleOrder } from './settle.ts';

/** The bytes that were received, and the header that signs them. */
export interface Signed {
  body: Buffer;
  signature: string;
}

/** What may say something about an order. Nothing else in a notification decides anything. */
const CHECKOUT = /^checkout\.session\./;

/**
 * Stores a notification of the gateway and adds the job that acts on it. A notification that was stored before changes nothing.
 * @throws ValidationError if the gateway did not sign it; always the same one
 * @throws DomainError payments_not_configured
 */
export async function receiveNotification(
  { db, clock, payments }: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>,
  { body, signature }: Signed,
): Promise<void> {
  const receiver = requireGateway(payments);
  const { gateway } = receiver;
  const notification = receiver.readNotification(body, signature);
  if (!notification) throw new ValidationError([{ field: 'Stripe-Signature', code: 'invalid', message: 'Must be a current signature of the gateway.' }]);
  const { id, type, accountId, objectId, livemode } = notification;
  await inTransaction(db, async (trx) => {
    const stored = await trx
      .insertInto('gateway_notifications')
      .values({ gateway, id, type, account_id: accountId, object_id: objectId, livemode, received_at: timeOf(clock) })
      .onConflict((conflict) => conflict.columns(['gateway', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored) await enqueue(trx, 'handle_notification', { gateway, id });
  });
}

/** Acts on a notification that was stored: whatever it says, the gateway is asked. If that fails, the job is repeated. */
export async function handleNotification(
  { db, clock, payments }: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>,
  { gateway, id }: { gateway: 'stripe' | 'sandbox'; id: string },
  { log }: Pick<Attempt, 'log'>,
): Promise<void> {
  if (payments?.gateway !== gateway) return;
  const kept = await db
    .selectFrom('gateway_notifications')
    .select(['type', 'account_id', 'object_id', 'livemode'])
    .where('gateway', '=', gateway)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!kept) return;
  const { type, account_id, object_id, livemode } = kept;
  if (!CHECKOUT.test(type)) {
    log.info({ gateway, type }, 'a notification of the gateway is of no use');
    return note(db, gateway, id, 'ignored');
  }
  // The organisation is not known yet: the session names it, if account and mode are those of the order.
  const { rows } = await sql<{ organisation_id: string; id: string }>`select organisation_id, id from orders
    where gateway = ${gateway} and session_id = ${object_id} and account_id = ${account_id} and livemode = ${livemode}`.execute(db);
  const [order] = rows;
  if (!order) {
    log.warn({ gateway, type, notification: id }, 'a notification of the gateway matches no order');
    return note(db, gateway, id, 'unmatched');
  }
  await settleOrder({ db, clock }, payments, { organisationId: order.organisation_id, orderId: order.id });
  await note(db, gateway, id, 'handled');
}

async function note(db: Database, gateway: 'stripe' | 'sandbox', id: string, outcome: 'handled' | 'ignored' | 'unmatched'): Promise<void> {
  await db.updateTable('gateway_notifications').set({ outcome }).where('gateway', '=', gateway).where('id', '=', id).execute();
}

/** Deletes old notifications. The gateway repeats one for some days only. */
export const forgetNotifications = (db: Database): Promise<void> => deleteInBatches(db, 'gateway_notifications', sql`received_at < now() - interval '30 days'`);
