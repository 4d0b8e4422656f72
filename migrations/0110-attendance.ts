import { type Kysely, sql } from 'kysely';

/**
 * Attendance: the settings and meeting times of a course, its meetings, and who attended them.
 *
 * A record keeps what staff said, how the learner checked in and whether the meeting closed without a mark side by side, so that the result does not
 * depend on the order in which they arrive. `attendance_courses.revision` numbers the changes of a course; its row is locked by whoever writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_settings (
      organisation_id uuid not null,
      course_id uuid not null,
      rules jsonb not null,
      enabled_at timestamptz(3),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create trigger attendance_settings_updated_at before update on attendance_settings for each row execute function next_updated_at();

    create table attendance_courses (
      organisation_id uuid not null,
      course_id uuid not null,
      revision bigint not null,
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    create table attendance_slots (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      is_for_cohort boolean not null,
      cohort_id uuid,
      place text check (length(place) <= 200),
      first_date date not null,
      last_date date not null,
      every_weeks integer not null check (every_weeks between 1 and 52),
      start_time time not null,
      end_time time not null,
      exceptions jsonb not null,
      ended_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, cohort_id) references cohorts on delete set null (cohort_id),
      check (last_date >= first_date),
      check (is_for_cohort or cohort_id is null)
    );
    create index attendance_slots_course on attendance_slots (organisation_id, course_id);
    create index attendance_slots_cohort on attendance_slots (organisation_id, cohort_id);

    create table attendance_meetings (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      slot_id uuid not null,
      date date not null,
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      place text check (length(place) <= 200),
      is_cancelled boolean not null,
      closed_at timestamptz(3),
      primary key (organisation_id, id),
      unique (organisation_id, slot_id, date),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, slot_id) references attendance_slots on delete cascade,
      check (ends_at > starts_at)
    );
    create index attendance_meetings_course on attendance_meetings (organisation_id, course_id, date);
    create index attendance_meetings_due on attendance_meetings (ends_at) where closed_at is null and not is_cancelled;

    create table attendance_records (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      meeting_id uuid not null,
      course_id uuid not null,
      person_status text check (person_status in ('present', 'late', 'excused', 'absent')),
      person_method text check (person_method in ('manual', 'classroom')),
      person_at timestamptz(3),
      person_id uuid references users on delete set null,
      check_in_status text check (check_in_status in ('present', 'late')),
      check_in_method text check (check_in_method in ('kiosk', 'qr', 'face')),
      check_in_at timestamptz(3),
      is_absent boolean not null default false,
      is_expected boolean not null default false,
      arrived_at timestamptz(3),
      left_at timestamptz(3),
      reason text check (length(reason) <= 500),
      note text check (length(note) <= 2000),
      makes_up_for uuid,
      status text generated always as (coalesce(person_status, check_in_status, case when is_absent then 'absent' end)) stored,
      method text generated always as (case when person_status is not null then person_method when check_in_status is not null then check_in_method
        when is_absent then 'automatic' end) stored,
      has_conflict boolean not null generated always as (coalesce(person_status <> check_in_status, false)) stored,
      primary key (organisation_id, enrollment_id, meeting_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, meeting_id) references attendance_meetings on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, makes_up_for) references attendance_meetings on delete set null (makes_up_for),
      check (person_status is null or person_at is not null),
      check ((check_in_status is null) = (check_in_at is null))
    );
    create index attendance_records_meeting on attendance_records (organisation_id, meeting_id);
    create index attendance_records_course on attendance_records (organisation_id, course_id);
    create index attendance_records_made_up on attendance_records (organisation_id, makes_up_for) where makes_up_for is not null;
    create index attendance_records_person on attendance_records (person_id) where person_id is not null;

    create table attendance_changes (
      organisation_id uuid not null,
      course_id uuid not null,
      revision bigint not null,
      enrollment_id uuid not null,
      meeting_id uuid not null,
      status text,
      method text,
      arrived_at timestamptz(3),
      has_conflict boolean not null,
      created_at timestamptz(3) not null,
      primary key (organisation_id, course_id, revision),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, meeting_id) references attendance_meetings on delete cascade
    );
    create index attendance_changes_enrollment on attendance_changes (organisation_id, enrollment_id);
    create index attendance_changes_meeting on attendance_changes (organisation_id, meeting_id);
    create index attendance_changes_age on attendance_changes (created_at);

    create table attendance_warnings (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      percent numeric(5, 2) not null,
      below_percent integer not null,
      warned_at timestamptz(3) not null,
      primary key (organisation_id, enrollment_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade
    );
  `.execute(db);
}
