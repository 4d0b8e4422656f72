import { type Kysely, sql } from 'kysely';

/**
 * Meetings that staff recorded after they had taken place. They expect the learners who had access on their day, so the stays in cohorts that have ended and
 * the times between two accesses are kept from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table attendance_meetings add column recorded_at timestamptz(3) check (recorded_at >= ends_at);

    create table cohort_stays (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      cohort_id uuid not null,
      joined_at timestamptz(3) not null,
      left_at timestamptz(3) not null,
      primary key (organisation_id, enrollment_id, cohort_id, left_at),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, cohort_id) references cohorts on delete cascade
    );
    create index cohort_stays_cohort on cohort_stays (organisation_id, cohort_id);

    create table access_gaps (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      ended_at timestamptz(3) not null,
      resumed_at timestamptz(3) not null,
      primary key (organisation_id, enrollment_id, ended_at),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      check (resumed_at > ended_at)
    );
  `.execute(db);
}
