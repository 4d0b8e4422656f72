import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type FunnelFilter, type FunnelRow, readFunnel, type Span, spanOf } from './read-funnel.ts';

/** Number of affiliates whose rows are read at once, so that memory does not grow with their number. */
const STEP = 20;

const HEAD = ['affiliate_id', 'link_id', 'code', 'label', 'sub_id', 'other_sub_ids', 'clicks', 'visitors', 'sign_ups'] as const;
const MONEY = ['currency', 'livemode', 'orders', 'revenue', 'refunds', 'refunded'] as const;

/** Writes the steps from clicks to sales as CSV, one affiliate after the other, while they are read.
 * @throws ValidationError */
export async function exportFunnel(
  tools: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  { bom, ...filter }: FunnelFilter & { bom: boolean },
): Promise<Readable> {
  const span = await spanOf(tools, organisationId, filter);
  return Readable.from(csvOf(linesOf(tools.db, organisationId, span), bom));
}

async function* linesOf(db: Executor, organisationId: string, span: Span): AsyncGenerator<Value[]> {
  yield [...HEAD, ...MONEY];
  const ids = await readActive(db, organisationId, span);
  for (let start = 0; start < ids.length; start += STEP) {
    const { results } = await readFunnel(db, organisationId, { ...span, affiliateIds: ids.slice(start, start + STEP) }, sql``);
    for (const row of results) yield* linesOfRow(row);
  }
}

/** Returns the affiliates who have rows. */
async function readActive(db: Executor, organisationId: string, { from, to, affiliate_id }: Span): Promise<string[]> {
  const matching = sql`organisation_id = ${organisationId} and day between ${from}::date and ${to}::date
    and (${affiliate_id ?? null}::uuid is null or affiliate_id = ${affiliate_id ?? null}::uuid)`;
  const { rows } = await sql<{ affiliate_id: string }>`
    select affiliate_id from affiliate_funnel_days where ${matching} union select affiliate_id from affiliate_funnel_money where ${matching}
    order by affiliate_id`.execute(db);
  return rows.map((row) => row.affiliate_id);
}

/** Yields a line for each currency and mode. Only the first has the counts that are not money, so that the columns can be added up. */
function* linesOfRow({ affiliate_id, link, sub_id, other_sub_ids, clicks, visitors, sign_ups, money }: FunnelRow): Generator<Value[]> {
  const key = [affiliate_id, link?.id ?? null, link?.code ?? null, link?.label ?? null, sub_id, String(other_sub_ids)];
  if (money.length === 0) yield [...key, clicks, visitors, sign_ups, null, null, 0, null, 0, null];
  for (const [index, { currency, livemode, ...sums }] of money.entries()) {
    const counts = index === 0 ? [clicks, visitors, sign_ups] : [0, 0, 0];
    yield [...key, ...counts, currency, String(livemode), sums.orders, sums.revenue, sums.refunds, sums.refunded];
  }
}
