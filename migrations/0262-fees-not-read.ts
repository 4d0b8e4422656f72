import { type Kysely, sql } from 'kysely';

/**
 * What was entered before fees of the platform were read says nothing about them: null, not 0, which the comparison with the books would call a
 * difference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_entries alter column platform_fee drop not null, alter column platform_fee drop default;
    update gateway_entries set platform_fee = null where platform_fee = 0;
  `.execute(db);
}
