import { type Kysely, sql } from 'kysely';

/** The fees of the platform that the gateway has entered, which a comparison with the books also looks at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_entries add column platform_fee bigint not null default 0;
    alter table reconciliation_differences
      drop constraint reconciliation_differences_kind_check,
      add constraint reconciliation_differences_kind_check check (kind in ('missing_here', 'missing_there', 'amount', 'fee'));
  `.execute(db);
}
