import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { GatewaySubscription, SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { giveBackCouponUse } from '../coupons/apply-coupon.ts';
import { isOf } from '../gateway/is-of.ts';
import { instrumentHash } from '../orders/note-instrument.ts';
import { applyGateway } from './apply-gateway.ts';
import { bookedInvoices, type NewPayment } from './book-payment.ts';
import { isLiveIn, isOver, readSubscription, type SubscriptionKey, type SubscriptionRow } from './columns.ts';
import { isToldLate, tellChanges } from './tell-changes.ts';

type SettleTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>;

/** The gateway's answers about a subscription. `refused` means that the payment for the requested change failed. */
interface Seen {
  page: 'none' | 'open' | 'expired' | 'complete';
  gatewayId: string | null;
  subscription: GatewaySubscription | null;
  paid: NewPayment[];
  refused: boolean;
}

/** Highest number of rounds: more steps than a subscription takes in fifty years, and more changes than are made while the gateway answers. */
const MOST_ROUNDS = 1000;

/**
 * Asks the gateway about a subscription, tells it of the pending changes, and updates the subscription accordingly. It can be called at any time, repeatedly
 * and by several processes at once. An answer that was read before another process changed the subscription is read again, unless that process has asked later.
 * If several periods have ended, they are entered one after another.
 * @param isAbandoned whether a subscription that has no page is to end before it expires
 * @throws PaymentsUnavailableError
 */
export async function settleSubscription(
  { db, clock, keyring }: SettleTools,
  payments: Payments | null,
  key: SubscriptionKey,
  { isAbandoned = false }: { isAbandoned?: boolean } = {},
): Promise<SubscriptionRow | null> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const turn = await takeTurn(db, key);
    const kept = await readSubscription(db, key).executeTakeFirst();
    if (turn === null || !kept || isOver(kept.state)) return kept ?? null;
    if (!payments || !isOf(payments, kept)) return endUnasked({ db, clock }, key, kept, isAbandoned);
    const seen = await ask({ db, keyring }, payments, kept).catch(async (error: unknown) => {
      await inTransaction(db, async (trx) => void (await tellAgainIfLate(trx, key, kept, await lockSubscription(trx, key))));
      throw error;
    });
    const now = timeOf(clock);
    const outcome = await inTransaction(db, (trx) => apply(trx, key, kept, seen, { now, turn, isAbandoned }));
    const { subscription } = seen;
    const isBehind = subscription !== null && ['trialing', 'active'].includes(subscription.state) && subscription.periodEnd <= now;
    const hasMoved = subscription?.periodEnd !== kept.period_end || subscription?.state !== kept.state;
    if (outcome === 'superseded' || (outcome === 'applied' && !(isBehind && hasMoved))) return (await readSubscription(db, key).executeTakeFirst()) ?? null;
  }
  throw new Error('a subscription cannot be settled');
}

/** Counts the requests to the gateway, so that the answer to the last one can be told from the others. */
async function takeTurn(db: Executor, { organisationId, subscriptionId }: SubscriptionKey): Promise<number | null> {
  const taken = await db
    .updateTable('catalogue_subscriptions')
    .set({ asked: sql<number>`asked + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', subscriptionId)
    .where(isLiveIn)
    .returning('asked')
    .executeTakeFirst();
  return taken?.asked ?? null;
}

async function ask(tools: Pick<SettleTools, 'db' | 'keyring'>, { subscriptions }: Payments, kept: SubscriptionRow): Promise<Seen> {
  const { account_id: account } = kept;
  const nothing = { gatewayId: null, subscription: null, paid: [], refused: false };
  let gatewayId = kept.gateway_id;
  if (gatewayId === null) {
    const page = kept.page_id === null ? await subscriptions.findPage(account, kept.id, kept.created_at) : await subscriptions.readPage(account, kept.page_id);
    if (page?.state !== 'complete' || page.subscriptionId === null) return { ...nothing, page: page?.state ?? 'none' };
    gatewayId = page.subscriptionId;
  }
  const refused = !(await tellChanges(subscriptions, kept, gatewayId));
  const subscription = await subscriptions.read(account, gatewayId);
  return { page: 'complete', gatewayId, subscription, paid: await withInstruments(await subscriptions.listPayments(account, gatewayId)), refused };

  /** Returns the payments that are not entered yet, with their taxes and instruments. The gateway is asked about no others. */
  async function withInstruments(paid: readonly SubscriptionPayment[]): Promise<NewPayment[]> {
    const known = await bookedInvoices(tools.db, kept, paid);
    const made: NewPayment[] = [];
    for (const payment of paid.filter(({ id }) => !known.has(id))) {
      const instrument = payment.paymentId === null ? null : await subscriptions.readInstrument(account, payment.paymentId);
      const taxes = payment.tax ? await subscriptions.readTaxes(account, payment.id) : [];
      made.push({ ...payment, taxes, instrumentHash: instrument === null ? null : instrumentHash(tools.keyring, account, instrument) });
    }
    return made;
  }
}

/** Applies the gateway's answers, unless the subscription has changed since it was read. An answer to a later request makes this one needless. */
async function apply(
  trx: Executor,
  key: SubscriptionKey,
  seenRow: SubscriptionRow,
  { page, gatewayId, subscription, paid, refused }: Seen,
  { now, turn, isAbandoned }: { now: string; turn: number; isAbandoned: boolean },
): Promise<'applied' | 'outdated' | 'superseded'> {
  const kept = await lockSubscription(trx, key);
  if (await tellAgainIfLate(trx, key, seenRow, kept)) return 'outdated';
  if (!kept || kept.applied > turn) return 'superseded';
  if (kept.revision !== seenRow.revision) return 'outdated';
  if (subscription && gatewayId !== null) {
    await applyGateway(trx, key.organisationId, kept, { gatewayId, subscription, paid, refused, turn }, now);
    return 'applied';
  }
  const isExpired = page === 'expired' || (page === 'none' && (isAbandoned || kept.expires_at <= now));
  await (isExpired ? expire(trx, key, kept, now) : noteChecked(trx, key, now));
  return 'applied';
}

const lockSubscription = (trx: Executor, key: SubscriptionKey) => readSubscription(trx, key).forUpdate('catalogue_subscriptions').executeTakeFirst();

/**
 * Has the gateway told again of the terms of the next period, if those that it was told are no longer wanted. Until then, it is uncertain what the gateway
 * knows.
 * @param seenRow the row with the changes of which the gateway was told
 */
async function tellAgainIfLate(
  trx: Executor,
  { organisationId, subscriptionId }: SubscriptionKey,
  seenRow: SubscriptionRow,
  kept?: SubscriptionRow,
): Promise<boolean> {
  if (!kept || isOver(kept.state) || kept.revision === seenRow.revision || !isToldLate(seenRow, kept)) return false;
  const planned = kept.next_reverse_charge === null ? { next_business: json(kept.business), next_reverse_charge: kept.reverse_charge } : {};
  await trx
    .updateTable('catalogue_subscriptions')
    .set({ ...planned, next_coupon_discount: kept.next_coupon_discount ?? kept.coupon_discount })
    .set({ business_change_id: newId(), revision: sql<number>`revision + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', subscriptionId)
    .execute();
  return true;
}

/** Ends an expired checkout about which no gateway can be asked, because another gateway, another mode or none is configured now. */
async function endUnasked(
  { db, clock }: Pick<SettleTools, 'db' | 'clock'>,
  key: SubscriptionKey,
  seenRow: SubscriptionRow,
  isAbandoned: boolean,
): Promise<SubscriptionRow | null> {
  const now = timeOf(clock);
  if (seenRow.state === 'incomplete' && (isAbandoned || seenRow.expires_at <= now))
    await inTransaction(db, async (trx) => {
      const kept = await lockSubscription(trx, key);
      if (kept?.state === 'incomplete') await expire(trx, key, kept, now);
    });
  else await noteChecked(db, key, now);
  return (await readSubscription(db, key).executeTakeFirst()) ?? null;
}

async function expire(trx: Executor, { organisationId, subscriptionId }: SubscriptionKey, { state }: SubscriptionRow, now: string): Promise<void> {
  await trx
    .updateTable('catalogue_subscriptions')
    .set({ state: 'expired', ended_at: now, checked_at: now, revision: sql<number>`revision + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', subscriptionId)
    .execute();
  await giveBackCouponUse(trx, organisationId, subscriptionId);
  const change = { action: 'catalogue_subscription.expired', objectId: subscriptionId, before: { state }, after: { state: 'expired' } } as const;
  await recordChange(trx, systemActor(organisationId), change);
}

const noteChecked = (trx: Executor, { organisationId, subscriptionId }: SubscriptionKey, now: string) =>
  trx.updateTable('catalogue_subscriptions').set({ checked_at: now }).where('organisation_id', '=', organisationId).where('id', '=', subscriptionId).execute();

/** Adds a job that checks a subscription. */
export const enqueueSettling = (trx: Executor, { organisationId, subscriptionId }: SubscriptionKey): Promise<void> =>
  enqueue(trx, 'settle_subscription', { organisation_id: organisationId, subscription_id: subscriptionId }, { key: `settle_subscription ${subscriptionId}` });
