import { type Kysely, sql } from 'kysely';

/**
 * Pictures of the pages of submitted files, which staff review. The IDs of pages are random, so that they tell nothing about the time of a submission.
 * A page goes with its stored picture; pictures that lost their page with the submission are deleted by a job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_renderings (
      organisation_id uuid not null,
      submission_id uuid not null,
      file_number integer not null check (file_number >= 1),
      status text not null check (status in ('waiting', 'ready', 'failed', 'expired')),
      fault text check (fault in ('unreadable', 'encrypted', 'too_large', 'timed_out', 'storage_limit')),
      page_count integer check (page_count >= 0),
      primary key (organisation_id, submission_id, file_number),
      foreign key (organisation_id, submission_id) references submissions on delete cascade,
      check ((status = 'failed') = (fault is not null)),
      check ((status in ('ready', 'expired')) = (page_count is not null))
    );

    create table review_pages (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      submission_id uuid not null,
      file_number integer not null,
      number integer not null check (number >= 1),
      object_id uuid not null,
      width integer not null check (width >= 1),
      height integer not null check (height >= 1),
      primary key (organisation_id, id),
      unique (organisation_id, submission_id, file_number, number),
      unique (organisation_id, object_id),
      foreign key (organisation_id, submission_id, file_number) references review_renderings on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects on delete cascade
    );
    create index submissions_posted on submissions (posted_at) where posted_at is not null;
  `.execute(db);
}
