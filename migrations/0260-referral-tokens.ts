import { type Kysely, sql } from 'kysely';

/** The tokens by which links of affiliates were bound to a person. Each counts once, and is forgotten when it has long expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table affiliate_used_tokens (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      clicked_at timestamptz(3) not null,
      primary key (organisation_id, id)
    );
    create index affiliate_used_tokens_clicked on affiliate_used_tokens (clicked_at);
  `.execute(db);
}
