import { type Kysely, sql } from 'kysely';

/**
 * Prices are in the minor units of ISO 4217. So far, they were in those of CLDR, in which these currencies had no decimals. No price becomes larger than
 * the contract allows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update courses
    set price_amount = least(price_amount * case price_currency when 'IQD' then 1000 else 100 end, 100000000000)
    where price_amount > 0
      and price_currency in ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP', 'YER');
  `.execute(db);
}
