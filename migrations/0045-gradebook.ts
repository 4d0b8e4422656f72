import { type Kysely, sql } from 'kysely';

/**
 * The gradebook: its settings, what it counts of each lesson, what people entered, and the grades computed from all of it.
 *
 * `gradebook_courses.revision` numbers the rules of a course: results with an older one are computed again. `gradebook_changes` notes courses whose lessons,
 * chapters or cohorts changed; a job takes the notes, so that a change of the content neither waits for the gradebook nor queues behind other changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gradebook_settings (
      organisation_id uuid not null,
      course_id uuid not null,
      rules jsonb not null,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create trigger gradebook_settings_updated_at before update on gradebook_settings for each row execute function next_updated_at();

    create table gradebook_categories (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      position integer not null check (position >= 1),
      name text not null check (length(name) between 1 and 100),
      weight_percent numeric(5, 2) not null check (weight_percent >= 0),
      drop_lowest integer not null check (drop_lowest between 0 and 100),
      drop_highest integer not null check (drop_highest between 0 and 100),
      never_drop uuid[] not null,
      primary key (organisation_id, id),
      unique (organisation_id, course_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    create table gradebook_lessons (
      organisation_id uuid not null,
      lesson_id uuid not null,
      is_graded boolean not null,
      points numeric(10, 2) check (points >= 0),
      category_id uuid,
      grading_type text not null check (grading_type in ('points', 'percent', 'letter', 'pass_fail')),
      attempts_policy text not null check (attempts_policy in ('highest', 'latest', 'first', 'average')),
      is_extra_credit boolean not null,
      is_omitted boolean not null,
      is_online boolean not null,
      posting text check (posting in ('automatic', 'manual')),
      rubric jsonb,
      primary key (organisation_id, lesson_id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      foreign key (organisation_id, category_id) references gradebook_categories on delete set null (category_id)
    );
    create index gradebook_lessons_category on gradebook_lessons (organisation_id, category_id);

    create table gradebook_grades (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      score numeric(10, 2) check (score >= 0),
      is_excused boolean not null,
      lateness text not null check (lateness in ('computed', 'waived', 'set')),
      late_minutes integer check (late_minutes >= 0),
      work_number integer check (work_number >= 1),
      is_filled boolean not null,
      posted_at timestamptz(3),
      graded_by uuid references users on delete set null,
      graded_at timestamptz(3) not null,
      change_id uuid not null,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, enrollment_id, lesson_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      check (not is_excused or score is null),
      check ((lateness = 'set') = (late_minutes is not null))
    );
    create index gradebook_grades_lesson on gradebook_grades (organisation_id, lesson_id);
    create index gradebook_grades_change on gradebook_grades (organisation_id, change_id);
    create index gradebook_grades_grader on gradebook_grades (graded_by);
    create trigger gradebook_grades_updated_at before update on gradebook_grades for each row execute function next_updated_at();

    create table gradebook_comments (
      organisation_id uuid not null,
      id uuid not null,
      enrollment_id uuid not null,
      lesson_id uuid not null,
      work_number integer check (work_number >= 1),
      text text not null check (length(text) between 1 and 10000),
      is_draft boolean not null,
      posted_at timestamptz(3),
      author_id uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      check (not is_draft or posted_at is null)
    );
    create index gradebook_comments_cell on gradebook_comments (organisation_id, enrollment_id, lesson_id);
    create index gradebook_comments_lesson on gradebook_comments (organisation_id, lesson_id);
    create index gradebook_comments_author on gradebook_comments (author_id);

    create table gradebook_comment_files (
      organisation_id uuid not null,
      comment_id uuid not null,
      document_id uuid not null,
      position integer not null,
      primary key (organisation_id, comment_id, document_id),
      foreign key (organisation_id, comment_id) references gradebook_comments on delete cascade,
      foreign key (organisation_id, document_id) references documents on delete cascade
    );
    create index gradebook_comment_files_document on gradebook_comment_files (organisation_id, document_id);

    create table gradebook_courses (
      organisation_id uuid not null,
      course_id uuid not null,
      revision bigint not null,
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    create table gradebook_results (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      course_id uuid not null,
      revision bigint not null,
      cells jsonb not null,
      current_grade jsonb not null,
      final_grade jsonb not null,
      current_percent numeric(12, 2),
      final_percent numeric(12, 2),
      next_due_at timestamptz(3),
      primary key (organisation_id, enrollment_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index gradebook_results_revision on gradebook_results (organisation_id, course_id, revision);
    create index gradebook_results_current on gradebook_results (organisation_id, course_id, current_percent, enrollment_id);
    create index gradebook_results_final on gradebook_results (organisation_id, course_id, final_percent, enrollment_id);
    create index gradebook_results_due on gradebook_results (next_due_at) where next_due_at is not null;

    create table gradebook_changes (
      organisation_id uuid not null,
      course_id uuid not null,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index gradebook_changes_course on gradebook_changes (organisation_id, course_id);
    create function note_gradebook_change() returns trigger language plpgsql as $$
    begin
      -- A course that is being deleted takes its lessons with it.
      insert into gradebook_changes select distinct c.organisation_id, c.id from changed join courses c
        on c.organisation_id = changed.organisation_id and c.id = changed.course_id;
      return null;
    end $$;
    create function note_gradebook_members() returns trigger language plpgsql as $$
    begin
      insert into gradebook_changes select distinct c.organisation_id, c.course_id from changed m
        join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id;
      return null;
    end $$;
    create trigger lessons_gradebook_new after insert on lessons referencing new table as changed for each statement execute function note_gradebook_change();
    create trigger lessons_gradebook_change after update on lessons referencing new table as changed for each statement execute function note_gradebook_change();
    create trigger lessons_gradebook_gone after delete on lessons referencing old table as changed for each statement execute function note_gradebook_change();
    create trigger chapters_gradebook_change after update on chapters referencing new table as changed for each statement execute function note_gradebook_change();
    create trigger cohort_members_gradebook_new after insert on cohort_members referencing new table as changed
      for each statement execute function note_gradebook_members();
    create trigger cohort_members_gradebook_gone after delete on cohort_members referencing old table as changed
      for each statement execute function note_gradebook_members();

    insert into gradebook_changes select distinct organisation_id, course_id from lessons where content_type in ('quiz', 'assignment');
  `.execute(db);
}
