import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { ACCOUNTS, REVENUE_ACCOUNTS } from '../../commerce/orders/accounts.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type LedgerPage, type LedgerPaging, readLedger } from '../../kernel/ledgers.ts';
import { sortOf } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { beginOf, type DayRange, endOf, isIn } from '../days/range.ts';
import { countedMode, readDaysState } from '../days/state.ts';

export type Purchase = Shape<'Purchase'>;

export interface PurchaseFilter extends DayRange {
  kind?: Purchase['kind'] | undefined;
  course_id?: string | undefined;
  currency?: string | undefined;
  livemode?: boolean | undefined;
}

type Filter = Omit<PurchaseFilter, 'livemode'> & { livemode: boolean; timezone: string };

/**
 * Lists the movements of money, one row for each. The sum of the rows is the net amount before fees.
 * @throws ValidationError if the cursor is not one of this list in this order
 */
export async function listPurchases(
  tools: Pick<Tools, 'db' | 'clock' | 'payments'>,
  { organisationId }: Caller,
  { ordering, ...query }: PurchaseFilter & LedgerPaging & { ordering: 'occurred_at' | '-occurred_at' },
): Promise<LedgerPage<Purchase>> {
  const { db } = tools;
  const filter = await filterOf(tools, organisationId, query);
  const { by: column, direction } = sortOf(ordering);
  return readLedger(
    db,
    { table: 'ledger_transactions', column, direction, total: () => countPurchases(db, organisationId, filter) },
    query,
    matching(db, organisationId, filter),
    (isOnPage) => selectPurchases(db, organisationId).where(isOnPage),
  );
}

export async function filterOf(tools: Pick<Tools, 'db' | 'clock' | 'payments'>, organisationId: string, filter: PurchaseFilter): Promise<Filter> {
  const { timezone } = await readDaysState(tools, organisationId);
  return { ...filter, timezone, livemode: countedMode(tools, filter.livemode) };
}

/** Selects the movements, without columns. */
export const matching = (db: Executor, organisationId: string, { kind, course_id, currency, livemode, from, to, timezone }: Filter) =>
  db
    .selectFrom('ledger_transactions')
    .where('ledger_transactions.organisation_id', '=', organisationId)
    .where('ledger_transactions.livemode', '=', livemode)
    .where('movement', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('movement', '=', kind as Purchase['kind']))
    .$if(course_id !== undefined, (query) => query.where('ledger_transactions.course_id', '=', course_id as string))
    .$if(currency !== undefined, (query) => query.where('ledger_transactions.currency', '=', currency as string))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`occurred_at >= ${beginOf(from as string, timezone)}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`occurred_at < ${endOf(to as string, timezone)}`));

/** Number of movements of each kind in a day. The sales of a day are all payments, including renewals. */
const COUNTED = {
  sale: sql`sales - renewal_count`,
  renewal: sql`renewal_count`,
  refund: sql`refund_count`,
  dispute: sql`dispute_count`,
  reversal: sql`reversal_count`,
} satisfies Record<Purchase['kind'], RawBuilder<unknown>>;

/** Counts the movements from the daily figures, which costs the same however many there are. The number is exact unless some have not been counted yet. */
async function countPurchases(db: Executor, organisationId: string, { kind, course_id, currency, livemode, ...range }: Filter) {
  const kinds = kind === undefined ? Object.values(COUNTED) : [COUNTED[kind]];
  const only = (column: string, value: string | undefined): RawBuilder<boolean> => (value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<{ count: number; isExact: boolean }>`
    select coalesce(sum(${sql.join(kinds, sql` + `)}), 0)::int as count,
      not exists (select from analytics_changes where organisation_id = ${organisationId}) as "isExact"
    from analytics_money_days
    where organisation_id = ${organisationId} and livemode = ${livemode} and ${isIn(range)} and ${only('course_id', course_id)} and ${only('currency', currency)}`.execute(
    db,
  );
  return rows[0] as { count: number; isExact: boolean };
}

export const selectPurchases = (db: Executor, organisationId: string) =>
  db
    .selectFrom('ledger_transactions')
    .innerJoin('orders', (join) =>
      join.onRef('orders.organisation_id', '=', 'ledger_transactions.organisation_id').onRef('orders.id', '=', 'ledger_transactions.order_id'),
    )
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .where('ledger_transactions.organisation_id', '=', organisationId)
    .select(['ledger_transactions.id', 'order_id', 'occurred_at', 'ledger_transactions.currency', 'orders.course_title', 'ledger_transactions.livemode'])
    .select([
      sql<Purchase['kind']>`movement`.as('kind'),
      'orders.course_id',
      sql<Purchase['buyer']>`case when users.id is not null then ${person} end`.as('buyer'),
      sumOfEntries(REVENUE_ACCOUNTS).as('amount'),
      sumOfEntries(ACCOUNTS.tax).as('tax'),
      'orders.reverse_charge',
      sql<string | null>`orders.business ->> 'vat_id'`.as('vat_id'),
    ])
    .$castTo<Purchase>();

const sumOfEntries = (accounts: readonly string[]) => sql<number>`(
  select coalesce(-sum(e.amount), 0)::bigint from ledger_entries e
  where e.organisation_id = ledger_transactions.organisation_id and e.transaction_id = ledger_transactions.id and e.account = any(${sql.lit(`{${accounts.join()}}`)}))`;
