import { type Kysely, sql } from 'kysely';

/**
 * Packages of SCORM that were imported. The bytes of all files of a package are one stored object, one file after another; `package_files` says where each
 * begins. A lesson shows one item of a package, and a package that no lesson shows is deleted. `package_states` holds what a package told about a learner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table storage_objects drop constraint storage_objects_purpose_check;
    alter table storage_objects add constraint storage_objects_purpose_check
      check (purpose in ('media', 'document', 'submission', 'page', 'discussion', 'hero', 'ballast', 'import', 'package'));

    create table packages (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      object_id uuid not null,
      standard text not null check (standard in ('scorm_1_2', 'scorm_2004')),
      title text not null check (length(title) between 1 and 255),
      items jsonb not null check (jsonb_typeof(items) = 'object'),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      unique (organisation_id, object_id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, object_id) references storage_objects
    );
    create index packages_course on packages (organisation_id, course_id);

    create table package_files (
      organisation_id uuid not null,
      package_id uuid not null,
      path text not null check (length(path) between 1 and 1000),
      -- The path in small letters.
      folded text not null,
      first_byte bigint not null check (first_byte >= 0),
      size_bytes bigint not null check (size_bytes >= 0),
      primary key (organisation_id, package_id, folded),
      foreign key (organisation_id, package_id) references packages on delete cascade
    );

    alter table lessons add column package_id uuid generated always as (case when content_type = 'embed' then (content ->> 'package_id')::uuid end) stored;
    create index lessons_package on lessons (organisation_id, package_id) where package_id is not null;

    create table package_states (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      launch_id uuid not null,
      number integer not null check (number >= 1),
      status text not null check (status in ('not_attempted', 'unknown', 'browsed', 'incomplete', 'completed', 'passed', 'failed')),
      success text not null check (success in ('unknown', 'passed', 'failed')),
      score_raw double precision,
      score_min double precision,
      score_max double precision,
      score_scaled double precision check (score_scaled between -1 and 1),
      progress double precision check (progress between 0 and 1),
      location text not null default '' check (length(location) <= 1000),
      suspend_data text not null default '' check (length(suspend_data) <= 64000),
      is_suspended boolean not null,
      total_seconds integer not null default 0 check (total_seconds >= 0),
      session_seconds integer not null default 0 check (session_seconds >= 0),
      updated_at timestamptz(3) not null,
      primary key (organisation_id, enrollment_id, lesson_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade
    );
    create index package_states_lesson on package_states (organisation_id, lesson_id);
  `.execute(db);
}
