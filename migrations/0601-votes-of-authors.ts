import { type Kysely, sql } from 'kysely';

/** Authors could vote for their own posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with own as (
      delete from discussion_upvotes u using discussion_posts p
      where p.organisation_id = u.organisation_id and p.id = u.post_id and p.author_id = u.user_id
      returning u.organisation_id, u.post_id
    )
    update discussion_posts p set upvote_count = upvote_count - 1 from own where p.organisation_id = own.organisation_id and p.id = own.post_id
  `.execute(db);
}
