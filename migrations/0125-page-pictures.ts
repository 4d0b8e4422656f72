import { type Kysely, sql } from 'kysely';

/**
 * The pictures of the pages of submitted work get a purpose of their own, so that lists of files leave them out by index: the service made them, and
 * their sizes and times could tell whose work is graded anonymously.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table storage_objects drop constraint storage_objects_purpose_check;
    alter table storage_objects add constraint storage_objects_purpose_check
      check (purpose in ('media', 'document', 'submission', 'page', 'discussion', 'hero', 'ballast'));
    update storage_objects set purpose = 'page' where purpose = 'submission' and storage_key like 'pages/%';
    drop index storage_objects_created;
    create index storage_objects_created on storage_objects (organisation_id, created_at, id) include (status, expires_at, purpose);
    create index storage_objects_pages on storage_objects (organisation_id, id) where purpose = 'page';
  `.execute(db);
}
