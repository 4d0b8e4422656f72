import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { type Attempt, enqueue, type JobLog } from '../../kernel/jobs.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireGateway } from '../gateway/ask-gateway.ts';
import { settleOrder } from './settle.ts';

/** The bytes that were received, and the header with their signature. */
export interface Signed {
  body: Buffer;
  signature: string;
}

/**
 * The types of notifications that may concern an order, named by its session or its payment, or a subscription, named by its page or its ID at the gateway.
 * Nothing else in a notification is used.
 */
const KINDS = [
  { type: /^checkout\.session\./, order: 'session_id', subscription: 'page_id', job: 'settle_order' },
  { type: /^(?:charge\.(?:refund|dispute)|refund\.)/, order: 'payment_id', subscription: null, job: 'settle_reversals' },
  { type: /^(?:invoice\.|customer\.subscription\.)/, order: null, subscription: 'gateway_id', job: 'settle_subscription' },
] as const;

type Kind = (typeof KINDS)[number];

/**
 * Stores a notification of the gateway and adds the job that acts on it. A notification that was stored before changes nothing.
 * @throws ValidationError if the gateway did not sign it; always the same error
 * @throws DomainError payments_not_configured
 */
export async function receiveNotification(
  { db, clock, payments }: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>,
  { body, signature }: Signed,
): Promise<void> {
  const receiver = requireGateway(payments);
  const { gateway } = receiver;
  const notification = receiver.readNotification(body, signature);
  if (!notification)
    throw new ValidationError([{ field: 'Stripe-Signature', code: 'invalid', message: 'Must be a valid and current signature from the gateway.' }]);
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

/** Acts on a stored notification: whatever it says, the gateway is asked for the current state. If that fails, the job is repeated. */
export async function handleNotification(
  { db, clock, keyring, payments }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>,
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
  const { type } = kept;
  const purchase = await findPurchase(db, gateway, kept);
  if (purchase) {
    await enqueue(db, 'settle_platform_purchase', purchase, { key: `settle_platform_purchase ${purchase.purchase_id}` });
    return note(db, gateway, id, 'handled');
  }
  const payment = await findPlatformPayment(db, gateway, kept);
  if (payment) {
    await enqueue(db, 'settle_platform_reversals', payment, { key: `settle_platform_reversals ${payment.payment_id}` });
    return note(db, gateway, id, 'handled');
  }
  const kind = KINDS.find((known) => known.type.test(type));
  if (!kind) {
    log.info({ gateway, type }, 'ignored a gateway notification of this type');
    return note(db, gateway, id, 'ignored');
  }
  const find = () => findObject(db, gateway, kind, kept);
  let found = await find();
  if (!found) {
    // An order that stores its session or its payment looks for notifications that were unmatched before. The second search finds an order that did so in the
    // meantime.
    await note(db, gateway, id, 'unmatched');
    found = await find();
  }
  if (!found) return log.warn({ gateway, type, notification: id }, 'no order or subscription matches a gateway notification');
  const { organisation_id, order_id, subscription_id } = found;
  if (subscription_id !== null)
    await enqueue(db, 'settle_subscription', { organisation_id, subscription_id }, { key: `settle_subscription ${subscription_id}` });
  else if (order_id !== null && kind.job === 'settle_order')
    await settleOrder({ db, clock, keyring }, payments, { organisationId: organisation_id, orderId: order_id });
  else if (order_id !== null) await enqueue(db, 'settle_reversals', { organisation_id, order_id }, { key: `settle_reversals ${order_id}` });
  await note(db, gateway, id, 'handled');
}

interface Named {
  account_id: string | null;
  object_id: string | null;
  livemode: boolean;
}

/** Finds the purchase of a plan or storage, for which organisations pay into the account of the service itself. */
async function findPurchase(db: Database, gateway: 'stripe' | 'sandbox', { account_id, object_id, livemode }: Named) {
  if (account_id !== null || object_id === null) return undefined;
  const { rows } = await sql<{ organisation_id: string; purchase_id: string }>`select organisation_id, id as purchase_id from platform_purchases
    where gateway = ${gateway} and (page_id = ${object_id} or subscription_id = ${object_id}) and livemode = ${livemode}`.execute(db);
  return rows[0];
}

/** Finds the payment into the account of the service itself to which a refund or a dispute belongs. */
async function findPlatformPayment(db: Database, gateway: 'stripe' | 'sandbox', { account_id, object_id, livemode }: Named) {
  if (account_id !== null || object_id === null) return undefined;
  const { rows } = await sql<{ organisation_id: string; payment_id: string }>`select paid.organisation_id, paid.id as payment_id
    from platform_payments paid join platform_purchases p on p.organisation_id = paid.organisation_id and p.id = paid.purchase_id
    where paid.payment_id = ${object_id} and p.gateway = ${gateway} and p.livemode = ${livemode}`.execute(db);
  return rows[0];
}

interface Found {
  organisation_id: string;
  order_id: string | null;
  subscription_id: string | null;
}

/** Finds the order or subscription to which an object belongs, and thereby the organisation, if the account and the mode match. */
async function findObject(db: Database, gateway: 'stripe' | 'sandbox', { order, subscription }: Kind, named: Named): Promise<Found | undefined> {
  const { account_id, object_id, livemode } = named;
  const isNamed = sql`gateway = ${gateway} and account_id = ${account_id} and livemode = ${livemode}`;
  const { rows } = await sql<Found>`
    ${order === null ? NOTHING : sql`select organisation_id, id as order_id, null::uuid as subscription_id from orders where ${isNamed} and ${sql.ref(order)} = ${object_id}`}
    union all
    ${subscription === null ? NOTHING : sql`select organisation_id, null, id from catalogue_subscriptions where ${isNamed} and ${sql.ref(subscription)} = ${object_id}`}`.execute(
    db,
  );
  return rows[0];
}

const NOTHING = sql`select null::uuid as organisation_id, null::uuid as order_id, null::uuid as subscription_id where false`;

async function note(db: Database, gateway: 'stripe' | 'sandbox', id: string, outcome: 'handled' | 'ignored' | 'unmatched'): Promise<void> {
  await db.updateTable('gateway_notifications').set({ outcome }).where('gateway', '=', gateway).where('id', '=', id).execute();
}

/** Deletes old notifications. The gateway repeats a notification for a few days only. */
export const forgetNotifications = (db: Database, log?: JobLog): Promise<void> =>
  deleteInBatches(db, 'gateway_notifications', sql`received_at < now() - interval '30 days'`, { log });
