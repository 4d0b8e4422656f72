import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The files that content names: as its hosted video or stored document, or as `file:{id}` in one of its texts.
  await sql`
    create function named_files(content jsonb) returns uuid[] language sql immutable parallel safe return (
      select coalesce(array_agg(distinct id), '{}') from (
        select (content ->> 'media_id')::uuid union all
        select (content ->> 'document_id')::uuid union all
        select (regexp_matches(content::text, 'file:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'gi'))[1]::uuid
      ) named (id) where id is not null
    )`.execute(db);
  await sql`alter table lessons add column file_ids uuid[] not null generated always as (named_files(content)) stored`.execute(db);
  await sql`create index lessons_files on lessons using gin (file_ids) where file_ids <> '{}'`.execute(db);
  // Only the deletion of a file reads these two. Without them, it is slower and still right.
  await sql`drop index lessons_media, lessons_document`.execute(db);
}
