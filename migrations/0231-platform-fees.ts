import { type Kysely, sql } from 'kysely';

/** The platform keeps a share of each sale, which depends on the plan of the organisation. An order keeps the amount from the start of its checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plans add column platform_fee_bp integer not null default 0 check (platform_fee_bp between 0 and 10000);
    alter table orders add column platform_fee bigint not null default 0, add constraint orders_platform_fee check (platform_fee between 0 and total);
    alter table ledger_entries
      drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in ('gateway_clearing', 'sales', 'discounts', 'tax_owed', 'gateway_fees', 'platform_fees',
        'refunds', 'disputes_held', 'disputes'));
  `.execute(db);
}
