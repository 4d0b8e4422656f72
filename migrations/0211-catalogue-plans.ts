import { type Kysely, sql } from 'kysely';

/**
 * The plans of a catalogue. The terms of payment are kept by version, so that what somebody has agreed to remains known; the courses are not, because they
 * change for everybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table catalogue_plans (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      title text not null check (length(title) between 1 and 200),
      description text not null check (length(description) <= 2000),
      is_for_all_courses boolean not null,
      version integer not null check (version > 0),
      created_at timestamptz(3) not null,
      archived_at timestamptz(3),
      primary key (organisation_id, id)
    );

    create table catalogue_plan_versions (
      organisation_id uuid not null,
      plan_id uuid not null,
      version integer not null check (version > 0),
      amount bigint not null check (amount > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      interval text not null check (interval in ('month', 'year')),
      trial_days integer not null check (trial_days between 0 and 90),
      cycles integer check (cycles between 1 and 120),
      created_at timestamptz(3) not null,
      primary key (organisation_id, plan_id, version),
      foreign key (organisation_id, plan_id) references catalogue_plans on delete cascade
    );
    alter table catalogue_plans add constraint catalogue_plans_version
      foreign key (organisation_id, id, version) references catalogue_plan_versions deferrable initially deferred;

    create table catalogue_plan_courses (
      organisation_id uuid not null,
      plan_id uuid not null,
      course_id uuid not null,
      primary key (organisation_id, plan_id, course_id),
      foreign key (organisation_id, plan_id) references catalogue_plans on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index catalogue_plan_courses_of_course on catalogue_plan_courses (organisation_id, course_id, plan_id);
  `.execute(db);
}
