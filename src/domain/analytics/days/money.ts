import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

export type Money = Shape<'AnalyticsMoney'>;

/** The accounts of the books that make up a figure, and the sign under which they do. */
const ACCOUNTS = {
  gross: [-1, 'sales'],
  discounts: [1, 'discounts'],
  tax: [-1, 'tax_owed'],
  refunds: [1, 'refunds'],
  disputes: [1, 'disputes_held', 'disputes'],
  gateway_fees: [1, 'gateway_fees'],
  platform_fees: [1, 'platform_fees'],
} satisfies Partial<Record<keyof Money, readonly [-1 | 1, ...string[]]>>;

type MoneyColumn = keyof typeof ACCOUNTS;

export const MONEY_COLUMNS = Object.keys(ACCOUNTS) as MoneyColumn[];

const sumOf = (name: MoneyColumn): RawBuilder<number> => {
  const [sign, ...accounts] = ACCOUNTS[name];
  return sql`coalesce(sum(${sql.lit(sign)} * e.amount) filter (where e.account = any(${sql.lit(`{${accounts.join()}}`)})), 0)`;
};

/** The figures of entries `e` of the books, in the order of `MONEY_COLUMNS`. */
export const moneySums = sql.join(MONEY_COLUMNS.map(sumOf));

/** What the organisation keeps. */
const NET = sql`gross - discounts - refunds - disputes - gateway_fees - platform_fees`;

/** The sums of days of money, as columns of one currency. */
export const moneyColumns = sql.join([
  sql.ref('currency'),
  ...MONEY_COLUMNS.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
  sql`sum(${NET})::bigint as net`,
  sql`sum(sales)::int as sales`,
]);
