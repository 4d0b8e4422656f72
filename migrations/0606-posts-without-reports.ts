import { type Kysely, sql } from 'kysely';

interface Post {
  organisation_id: string;
  id: string;
  topic_id: string;
}

/**
 * Posts that reports hid stayed hidden, outside every queue, when staff dismissed the reports or those who had reported were erased. Answers that were
 * hidden or deleted stayed accepted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Post>`update discussion_posts set state = 'visible', hidden_by = null, hidden_reason = null
    where hidden_by = 'reports' and open_reports = 0 returning organisation_id, id, topic_id`.execute(db);
  const shown = sql`unnest(${rows.map((row) => row.organisation_id)}::uuid[], ${rows.map((row) => row.id)}::uuid[]) s (organisation_id, id)`;
  await sql`update discussion_posts p set live_descendants = p.live_descendants + below.posts
    from (select q.organisation_id, above.id, count(*)::int as posts from ${shown} join discussion_posts q using (organisation_id, id)
      cross join unnest(q.ancestors) above (id) group by q.organisation_id, above.id) below
    where p.organisation_id = below.organisation_id and p.id = below.id`.execute(db);
  const topics = sql`(select distinct * from unnest(${rows.map((row) => row.organisation_id)}::uuid[], ${rows.map((row) => row.topic_id)}::uuid[])
    s (organisation_id, id)) s`;
  await sql`update discussion_topics t set reply_count = visible.replies, last_number = visible.last_number, last_activity_at = visible.last_activity_at
    from (select s.organisation_id, s.id, count(*) filter (where p.number > 0)::int as replies, max(p.number) as last_number,
        max(p.published_at) as last_activity_at
      from ${topics} join discussion_posts p on p.organisation_id = s.organisation_id and p.topic_id = s.id and p.state = 'visible'
      group by s.organisation_id, s.id) visible
    where t.organisation_id = visible.organisation_id and t.id = visible.id`.execute(db);
  await sql`update discussion_topics t set accepted_reply_id = null from discussion_posts p
    where p.organisation_id = t.organisation_id and p.id = t.accepted_reply_id and p.state <> 'visible'`.execute(db);
}
