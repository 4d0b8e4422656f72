import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import type { Tools } from '../../kernel/tools.ts';
import { filterOf, matching, type Purchase, type PurchaseFilter, selectPurchases } from './list-purchases.ts';

/** Number of movements that are read at once, so that memory does not grow with their number. */
const STEP = 1000;
const HEAD = [
  'id',
  'occurred_at',
  'kind',
  'order_id',
  'course_id',
  'course_title',
  'buyer_id',
  'buyer_name',
  'buyer_email',
  'currency',
  'amount',
  'tax',
  'reverse_charge',
  'vat_id',
];

/** Writes the movements of money as CSV, newest first, while reading them. */
export async function exportPurchases(
  tools: Pick<Tools, 'db' | 'clock' | 'payments'>,
  { organisationId }: Caller,
  { bom, ...query }: PurchaseFilter & { bom: boolean },
): Promise<Readable> {
  const filter = await filterOf(tools, organisationId, query);
  const read = (after: Purchase | undefined) => {
    const ids = matching(tools.db, organisationId, filter)
      .select('ledger_transactions.id')
      .$if(after !== undefined, (rows) =>
        rows.where(sql<boolean>`(occurred_at, ledger_transactions.id) < (${after?.occurred_at}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('occurred_at', 'desc')
      .orderBy('ledger_transactions.id', 'desc')
      .limit(STEP);
    return selectInOrder(tools.db, organisationId).where(sql<boolean>`ledger_transactions.id = any (array(${ids}))`).execute();
  };
  return Readable.from(csvOf(rowsOf(read), bom));
}

const selectInOrder = (db: Executor, organisationId: string) =>
  selectPurchases(db, organisationId).orderBy('occurred_at', 'desc').orderBy('ledger_transactions.id', 'desc');

/** @param read returns the next rows after this one */
async function* rowsOf(read: (after: Purchase | undefined) => Promise<Purchase[]>): AsyncGenerator<Value[]> {
  yield HEAD;
  for (let last: Purchase | undefined; ; ) {
    const rows = await read(last);
    for (const row of rows) yield valuesOf(row);
    last = rows.at(-1);
    if (rows.length < STEP) return;
  }
}

const valuesOf = ({ id, occurred_at, kind, order_id, course_id, course_title, buyer, currency, amount, tax, reverse_charge, vat_id }: Purchase): Value[] => [
  id,
  occurred_at,
  kind,
  order_id,
  course_id,
  course_title,
  buyer?.id ?? null,
  buyer?.name ?? null,
  buyer?.email ?? null,
  currency,
  amount,
  tax,
  String(reverse_charge),
  vat_id,
];
