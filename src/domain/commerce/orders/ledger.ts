import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import { recordEarning } from '../../affiliates/commissions/record-earning.ts';
import { newId } from '../../kernel/ids.ts';
import { type Account, HELD, LOST, REVENUE_ACCOUNTS } from './accounts.ts';
import { lastPaidAt, type OrderKey } from './columns.ts';

/** A fact about the money of an order. */
export interface MoneyFact extends OrderKey {
  fact: 'paid' | 'refunded' | 'refund_failed' | 'dispute_opened' | 'dispute_won' | 'dispute_lost';
  /** The ID of the refund or the dispute, for each of which a fact is entered once. */
  sourceId?: string;
  currency: string;
  livemode: boolean;
  /** RFC 3339 */
  occurredAt: string;
  /** The amount that each account receives, or gives if negative, in minor units. Zeros are left out; the rest must balance. */
  postings: readonly (readonly [account: Account, amount: number])[];
}

/**
 * Enters a fact in the books, in the transaction that makes it true. The database refuses a second entry of the same fact, and one that does not balance. To
 * avoid deadlocks, all transactions lock in the same order: the order or subscription, its coupon, access, money and commission, and the numbers of documents.
 */
export async function recordMoney(
  trx: Executor,
  { organisationId, orderId, fact, sourceId, currency, livemode, occurredAt, postings }: MoneyFact,
): Promise<void> {
  const id = newId();
  const entries = postings.filter(([, amount]) => amount !== 0);
  await trx
    .insertInto('ledger_transactions')
    .values({ organisation_id: organisationId, id, order_id: orderId, fact, source_id: sourceId ?? null, currency, livemode, occurred_at: occurredAt })
    .execute();
  await trx
    .insertInto('ledger_entries')
    .values(entries.map(([account, amount]) => ({ organisation_id: organisationId, transaction_id: id, account, amount })))
    .execute();
  const balance = await balanceOf(trx, { organisationId, orderId });
  const earlier = fact === 'paid' ? await readLastPaid(trx, { organisationId, orderId }) : null;
  const change = -entries.reduce((total, [account, amount]) => total + (KEPT.includes(account) ? amount : 0), 0);
  await recordEarning(trx, { organisationId, orderId, currency, livemode, ...balance, change, lastPaidAt: earlier, occurredAt });
}

/** Reads when the buyer last paid. Payments of one buyer are entered one after another, so that only one of several concurrent payments is the first. */
async function readLastPaid(trx: Executor, { organisationId, orderId }: OrderKey): Promise<string | null> {
  const order = sql`from orders where organisation_id = ${organisationId} and id = ${orderId}`;
  await lockUntilEnd(trx, 'payments', sql`organisation_id || ' ' || buyer_id`, { rows: order });
  const { rows } = await sql<{ at: string | null }>`select ${lastPaidAt} as at ${order}`.execute(trx);
  return rows[0]?.at ?? null;
}

/** The accounts of money that is kept. Money of an open dispute is only held and may come back; money that went back beyond the payment was never kept. */
const KEPT = REVENUE_ACCOUNTS.filter((account) => account !== HELD && account !== LOST);

/** Returns what the organisation has kept of the money for an order, without tax, in minor units, and whether a dispute holds some of it. */
async function balanceOf(trx: Executor, { organisationId, orderId }: OrderKey): Promise<{ left: number; isDisputed: boolean }> {
  const { rows } = await sql<{ left: number; isDisputed: boolean }>`
    select -coalesce(sum(e.amount) filter (where e.account = any(${KEPT})), 0)::float8 as left,
      coalesce(sum(e.amount) filter (where e.account = ${HELD}), 0) > 0 as "isDisputed"
    from ledger_transactions t join ledger_entries e on e.organisation_id = t.organisation_id and e.transaction_id = t.id
    where t.organisation_id = ${organisationId} and t.order_id = ${orderId}`.execute(trx);
  return rows[0] ?? { left: 0, isDisputed: false };
}
