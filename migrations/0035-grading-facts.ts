import { type Kysely, sql } from 'kysely';

/**
 * What learning needs to know of grading: whether results are posted, when work was due when it was handed in, and other times and attempts for cohorts
 * and single learners.
 *
 * The points and the due rule of a lesson are columns that follow its content, so that lists need not read whole quizzes. Results that learners could
 * see until now are posted. Lateness is no longer stored: late work from before counts as due at the beginning of 1970 when it was handed in, so that only
 * the present due moment decides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function lesson_points(content_type text, content jsonb) returns numeric language sql immutable parallel safe
      return case content_type
        when 'assignment' then (content ->> 'points')::numeric
        when 'quiz' then (select sum((question ->> 'points')::numeric) from jsonb_array_elements(content -> 'questions') question) end;
    create function lesson_due(content_type text, content jsonb) returns jsonb language sql immutable parallel safe
      return case when content_type in ('assignment', 'quiz') then nullif(content -> 'due', '{"kind": "none"}') end;
    alter table lessons
      add column points numeric(10, 2) generated always as (lesson_points(content_type, content)) stored,
      add column due jsonb generated always as (lesson_due(content_type, content)) stored;
    create index lessons_graded on lessons (organisation_id, course_id) where points is not null;

    create table lesson_policies (
      organisation_id uuid not null,
      lesson_id uuid not null,
      posting text not null check (posting in ('automatic', 'manual')),
      is_anonymous boolean not null,
      primary key (organisation_id, lesson_id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade
    );

    create table lesson_overrides (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      lesson_id uuid not null,
      cohort_id uuid,
      enrollment_id uuid,
      due jsonb,
      closes jsonb,
      extra_attempts integer check (extra_attempts between 1 and 100),
      time_factor numeric(4, 2) check (time_factor between 1 and 10),
      primary key (organisation_id, id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      foreign key (organisation_id, cohort_id) references cohorts on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      constraint lesson_overrides_target check (num_nonnulls(cohort_id, enrollment_id) = 1),
      constraint lesson_overrides_value check (num_nonnulls(due, closes, extra_attempts, time_factor) > 0)
    );
    create unique index lesson_overrides_enrollment on lesson_overrides (organisation_id, enrollment_id, lesson_id) where enrollment_id is not null;
    create unique index lesson_overrides_cohort on lesson_overrides (organisation_id, cohort_id, lesson_id) where cohort_id is not null;
    create index lesson_overrides_lesson on lesson_overrides (organisation_id, lesson_id);

    alter table quiz_attempts add column posted_at timestamptz(3), add column was_due_at timestamptz(3);
    update quiz_attempts set posted_at = submitted_at where submitted_at is not null;
    alter table submissions add column posted_at timestamptz(3), add column was_due_at timestamptz(3);
    update submissions set was_due_at = '1970-01-01T00:00:00Z' where is_late;
    -- Lateness is computed from now on. Processes of the release before still write the column; a later release drops it.
    alter table submissions alter column is_late drop not null;
  `.execute(db);
}
