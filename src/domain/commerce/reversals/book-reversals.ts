import type { Executor } from '../../../platform/database/connect.ts';
import { issueInvoice } from '../invoices/issue.ts';
import type { OrderKey, OrderRow } from '../orders/columns.ts';
import { recordMoney } from '../orders/ledger.ts';
import { type ChangedReversals, reversalFacts } from './facts.ts';

/** Money that has gone back for good, or has come back, and the document about it. */
export interface Moved {
  kind: 'invoice' | 'credit_note';
  sourceId: string;
  amount: number;
  tax: number;
}

/** Enters what has happened to the money of an order in the books. Returns what needs a document. */
export async function bookReversals(trx: Executor, key: OrderKey, order: OrderRow, changed: ChangedReversals, now: string): Promise<Moved[]> {
  const { currency, livemode } = order;
  const facts = reversalFacts(order, changed);
  for (const { fact, sourceId, postings } of facts) await recordMoney(trx, { ...key, fact, sourceId, currency, livemode, occurredAt: now, postings });
  return facts.flatMap(({ document, sourceId, amount, tax }) => (document === null ? [] : [{ kind: document, sourceId, amount, tax }]));
}

/** Issues the documents about money that has moved, at the end of the transaction: their numbers make others wait. */
export async function issueForReversals(trx: Executor, key: OrderKey, moved: readonly Moved[], now: string): Promise<void> {
  for (const document of moved) await issueInvoice(trx, { ...key, ...document }, now);
}
