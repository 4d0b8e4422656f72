import { type Kysely, sql } from 'kysely';

/**
 * Notifications about lessons that open need the times at which they open. Deliveries of an event are queued by a job: however often the job runs,
 * each endpoint receives the event once, apart from redeliveries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index webhook_deliveries_once on webhook_deliveries (organisation_id, event_id, endpoint_id) where not is_manual;

    create table lesson_openings (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      course_id uuid not null,
      day_zero date not null,
      opens_at timestamptz(3) not null,
      announced_at timestamptz(3),
      primary key (organisation_id, id),
      unique (organisation_id, course_id, day_zero, opens_at),
      foreign key (organisation_id, course_id) references courses (organisation_id, id) on delete cascade
    );
    create index lesson_openings_due on lesson_openings (opens_at) where announced_at is null;
    create index lesson_openings_old on lesson_openings (opens_at);
    create index lessons_scheduled on lessons (organisation_id, course_id) where is_published and opens_day_offset is not null;
    create index enrollments_first_access on enrollments (organisation_id, course_id, first_access_at) where first_access_at is not null;
  `.execute(db);
}
