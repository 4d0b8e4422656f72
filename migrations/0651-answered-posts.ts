import { type Kysely, sql } from 'kysely';

/**
 * What was kept of erased authors was kept with its files, and also where nobody else had answered it: a job looks at each such topic once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
      declare topic record;
      begin
        for topic in select distinct organisation_id, topic_id from discussion_posts where author_id is null and body <> ''
        loop
          perform graphile_worker.add_job('tidy_discussion_topic', json_build_object('organisation_id', topic.organisation_id, 'topic_id', topic.topic_id),
            max_attempts => 12);
        end loop;
      end
    $$;
  `.execute(db);
}
