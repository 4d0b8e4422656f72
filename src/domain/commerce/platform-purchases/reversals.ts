import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments, Reversals } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { isOf } from '../gateway/is-of.ts';
import type { DisputeRow, RefundRow } from '../reversals/columns.ts';
import { reversalFacts } from '../reversals/facts.ts';
import { mergeDisputes, mergeRefunds } from '../reversals/merge.ts';
import { canGoOn, OWN, type PurchaseKey, readPurchase } from './columns.ts';
import { endAtGatewayLater } from './end-purchases.ts';
import { issuePlatformInvoices } from './invoices.ts';
import { endPurchase, type SettleTools } from './settle.ts';
import { tellOwners } from './tell-owners.ts';

/** The key by which jobs and notifications name a payment to the service. */
export interface PaymentKey {
  organisationId: string;
  paymentId: string;
}

const selectPayment = (db: Executor, { organisationId, paymentId }: PaymentKey) =>
  db
    .selectFrom('platform_payments')
    .select(['purchase_id', 'payment_id', 'amount', 'tax', 'currency', 'period_end'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', paymentId);

type Payment = Awaited<ReturnType<ReturnType<typeof selectPayment>['executeTakeFirstOrThrow']>>;

/**
 * Asks the gateway about refunds and disputes of a payment to the service, and updates everything accordingly. The operator makes refunds at the gateway
 * itself. It can be called at any time and repeatedly.
 * @throws PaymentsUnavailableError
 */
export async function settlePlatformReversals({ db, clock }: SettleTools, payments: Payments | null, key: PaymentKey): Promise<void> {
  const payment = await selectPayment(db, key).executeTakeFirst();
  if (!payment || payment.payment_id === null) return;
  const purchase = await readPurchase(db, { organisationId: key.organisationId, purchaseId: payment.purchase_id }).executeTakeFirstOrThrow();
  if (!payments || !isOf(payments, purchase)) return;
  const known = await payments.readReversals(OWN, payment.payment_id);
  const now = timeOf(clock);
  await inTransaction(db, async (trx) => {
    const locked = await selectPayment(trx, key).forUpdate().executeTakeFirst();
    if (locked) await apply(trx, key, locked, known, now);
  });
}

/** Brings a locked payment in line with what the gateway knows of it. */
async function apply(trx: Executor, key: PaymentKey, payment: Payment, known: Reversals, now: string): Promise<void> {
  const { organisationId, paymentId } = key;
  const kept = await readKept(trx, key);
  const refunds = mergeRefunds(kept.refunds, known.refunds, now);
  const disputes = mergeDisputes(kept.disputes, known.disputes);
  for (const { row } of refunds.changes) await store(trx, key, { kind: 'refund', gateway_id: row.gateway_refund_id as string, ...row }, now);
  for (const { row } of disputes.changes) await store(trx, key, { kind: 'dispute', gateway_id: row.gateway_dispute_id, ...row }, now);
  const isOpen = refunds.rows.some(({ state }) => state === 'pending' || state === 'requires_action') || disputes.rows.some(({ state }) => state === 'open');
  await trx
    .updateTable('platform_payments')
    .set({ reversals_asked_at: isOpen ? now : null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', paymentId)
    .execute();
  const purchaseKey = { organisationId, purchaseId: payment.purchase_id };
  const purchase = await readPurchase(trx, purchaseKey).forUpdate().executeTakeFirstOrThrow();
  const facts = reversalFacts({ ...payment, total: payment.amount, platform_fee: 0 }, { kept, refunds: refunds.changes, disputes: disputes.changes }, now);
  for (const { fact, sourceId, occurredAt, postings } of facts) {
    const id = newId();
    await trx
      .insertInto('platform_transactions')
      .values({
        id,
        payer_id: organisationId,
        payment_id: paymentId,
        fact,
        source_id: sourceId,
        currency: payment.currency,
        livemode: purchase.livemode,
        occurred_at: occurredAt,
      })
      .execute();
    const entries = postings.flatMap(([account, amount]) => (isOwn(account) && amount !== 0 ? [{ transaction_id: id, account, amount }] : []));
    await trx.insertInto('platform_entries').values(entries).execute();
    await tellOwners(trx, purchaseKey, { reversalId: sourceId, fact });
  }
  for (const { row, before } of [...refunds.changes, ...disputes.changes])
    await recordChange(trx, systemActor(organisationId), {
      action: `${purchase.kind}_purchase.${'gateway_refund_id' in row ? 'refund' : 'dispute'}_${row.state}`,
      objectId: payment.purchase_id,
      before: before === null ? null : { reversal_id: row.id, state: before },
      after: { reversal_id: row.id, payment_id: paymentId, amount: row.amount, state: row.state },
    });
  const isCurrent = payment.period_end > now && purchase.period_end !== null && payment.period_end >= purchase.period_end;
  if (isCurrent && facts.length > 0 && canGoOn(purchase) && !(await keepsMoney(trx, purchaseKey, purchase.period_end))) {
    const isDisputed = disputes.rows.some(({ state }) => state === 'lost');
    await endPurchase(trx, purchaseKey, { status: 'ended', cause: isDisputed ? 'disputed' : 'refunded' }, now);
    await endAtGatewayLater(trx, purchase);
  }
  const documents = facts.flatMap(({ document, sourceId }) => (document === null ? [] : [{ ...key, ...document, sourceId }]));
  await issuePlatformInvoices(trx, documents, now);
}

/** Whether an account is in the books of the service, which contain no platform fee. */
const isOwn = <A extends string>(account: A): account is Exclude<A, 'platform_fees' | 'sales' | 'discounts' | 'gateway_fees'> => account !== 'platform_fees';

/** Whether any money is left of the payments for the current period: for the period itself, and for a larger item that has begun in it. */
async function keepsMoney(trx: Executor, { organisationId, purchaseId }: PurchaseKey, periodEnd: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from platform_payments p
    where p.organisation_id = ${organisationId} and p.purchase_id = ${purchaseId} and p.period_end >= ${periodEnd}
      and p.amount > (select coalesce(sum(r.amount), 0) from platform_reversals r
        where r.organisation_id = p.organisation_id and r.payment_id = p.id and r.state in ('succeeded', 'lost'))
    limit 1`.execute(trx);
  return rows.length > 0;
}

async function readKept(trx: Executor, { organisationId, paymentId }: PaymentKey): Promise<{ refunds: RefundRow[]; disputes: DisputeRow[] }> {
  const rows = await trx
    .selectFrom('platform_reversals')
    .select(['id', 'kind', 'gateway_id', 'amount', 'state', 'created_at'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return {
    refunds: rows.flatMap(({ kind, gateway_id, state, ...row }) =>
      kind === 'refund'
        ? [{ ...row, state: state as RefundRow['state'], gateway_refund_id: gateway_id, origin: 'gateway' as const, ends_access: null, attempt: 1 }]
        : [],
    ),
    disputes: rows.flatMap(({ id, kind, gateway_id, amount, state }) =>
      kind === 'dispute' ? [{ id, amount, state: state as DisputeRow['state'], gateway_dispute_id: gateway_id }] : [],
    ),
  };
}

interface Stored {
  id: string;
  kind: 'refund' | 'dispute';
  gateway_id: string;
  amount: number;
  state: string;
}

const store = (trx: Executor, { organisationId, paymentId }: PaymentKey, { id, kind, gateway_id, amount, state }: Stored, now: string) =>
  trx
    .insertInto('platform_reversals')
    .values({ organisation_id: organisationId, id, payment_id: paymentId, kind, gateway_id, amount, state, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet({ state, changed_at: now }))
    .execute();
