import { type Kysely, sql } from 'kysely';

/**
 * Access to a course is a set of grants. What an enrollment shows of them (`source`, `expires_at`, `revoked_at`) is kept beside it, so that lists and
 * access checks read one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table enrollment_grants (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      enrollment_id uuid not null,
      source text not null check (source in ('free', 'creator', 'preview', 'purchase', 'code', 'subscription')),
      source_id uuid not null,
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3),
      follows_course_end boolean not null default false,
      revoked_at timestamptz(3),
      revoked_by text check (revoked_by in ('staff', 'source')),
      primary key (organisation_id, id),
      unique (organisation_id, enrollment_id, source_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      check ((revoked_at is null) = (revoked_by is null))
    );
    create index enrollment_grants_source on enrollment_grants (organisation_id, source_id);

    insert into enrollment_grants (organisation_id, enrollment_id, source, source_id, starts_at, ends_at, follows_course_end, revoked_at, revoked_by)
    select e.organisation_id, e.id, e.source, e.id, e.enrolled_at, e.expires_at,
      coalesce(c.length_mode = 'dates' and e.expires_at = (c.end_date + 1)::timestamp at time zone c.timezone, false),
      e.revoked_at, case when e.revoked_at is not null then 'staff' end
    from enrollments e join courses c on c.organisation_id = e.organisation_id and c.id = e.course_id;
  `.execute(db);
}
