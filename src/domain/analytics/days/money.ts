import { type RawBuilder, sql } from 'kysely';
import { ACCOUNTS, type Figure, NET } from '../../commerce/orders/accounts.ts';
import type { Shape } from '../../kernel/contract.ts';

export type Money = Shape<'AnalyticsMoney'>;

export const MONEY_COLUMNS = Object.keys(ACCOUNTS) as Figure[];

/** Figures of incoming money, which is negative in the books. */
const INCOME: readonly Figure[] = ['gross', 'tax'];

const sumOf = (name: Figure): RawBuilder<number> =>
  sql`coalesce(sum(${sql.lit(INCOME.includes(name) ? -1 : 1)} * e.amount) filter (where e.account = any(${sql.lit(`{${ACCOUNTS[name].join()}}`)})), 0)`;

/** The figures of entries `e` of the books, in the order of `MONEY_COLUMNS`. */
export const moneySums = sql.join(MONEY_COLUMNS.map(sumOf));

/** The organisation's net amount. */
const net = sql.join(
  NET.map((name) => sql.ref(name)),
  sql` - `,
);

/** The daily sums of money, as columns of one currency. */
export const moneyColumns = sql.join([
  sql.ref('currency'),
  ...MONEY_COLUMNS.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
  sql`sum(${net})::bigint as net`,
  sql`sum(sales)::int as sales`,
]);
