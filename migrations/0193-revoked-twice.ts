import { type Kysely, sql } from 'kysely';

/**
 * Access can end for two reasons: staff have revoked it, and the payment has gone back. When the payment returns, because a refund failed or a dispute was
 * won, only what ended with the payment comes back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrollment_grants add column staff_had_revoked boolean not null default false;
    alter table access_codes add column revoked_with_order boolean not null default false;
  `.execute(db);
}
