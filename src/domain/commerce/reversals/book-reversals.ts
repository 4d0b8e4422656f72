import type { Executor } from '../../../platform/database/connect.ts';
import type { IssuedFor } from '../invoices/issue.ts';
import type { OrderKey, OrderRow } from '../orders/columns.ts';
import { recordMoney } from '../orders/ledger.ts';
import { type ChangedReversals, reversalFacts } from './facts.ts';

/** Enters the changed refunds and disputes of an order in the books. Returns the documents about money that has gone back for good, or has come back. */
export async function bookReversals(trx: Executor, key: OrderKey, order: OrderRow, changed: ChangedReversals, now: string): Promise<IssuedFor[]> {
  const { currency, livemode } = order;
  const facts = reversalFacts(order, changed, now);
  for (const { fact, sourceId, occurredAt, postings } of facts) await recordMoney(trx, { ...key, fact, sourceId, currency, livemode, occurredAt, postings });
  return facts.flatMap(({ document, sourceId }) => (document === null ? [] : [{ ...key, ...document, sourceId }]));
}
