import { type Kysely, sql } from 'kysely';

/** People are told of a post that mentions them since it was changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table discussion_notices drop constraint discussion_notices_kind_check;
    alter table discussion_notices add constraint discussion_notices_kind_check check (kind in ('reply', 'mention', 'announcement', 'added_mention'));
  `.execute(db);
}
