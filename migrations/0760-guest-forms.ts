import { type Kysely, sql } from 'kysely';

/**
 * What browsers have sent that had no cookie yet, for a minute, as a keyed hash: two forms that say the same are from the same browser. The row that is inserted
 * first says which browser that is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guest_forms (
      organisation_id uuid not null,
      form_hash bytea not null,
      visitor_id uuid not null,
      created_at timestamptz(3) not null,
      primary key (organisation_id, form_hash)
    );
    create index guest_forms_created on guest_forms (created_at);
  `.execute(db);
}
