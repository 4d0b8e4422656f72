import { type Kysely, sql } from 'kysely';

/**
 * A course that a learner has completed by a change of the course counts as completed for good from `completion_settles_at` on. A change of the rules of
 * completion is noted like one of the lessons, and so are the courses in which learners have all lessons but were not noticed so far. Grades and rates of
 * attendance tell since when they are as high as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrollments add column completion_settles_at timestamptz(3);
    alter table enrollments add constraint enrollments_settling check (completion_settles_at is null or completed_at is not null);
    create index enrollments_settling on enrollments (completion_settles_at) where completion_settles_at is not null;
    create function note_completion_rules() returns trigger language plpgsql as $$
      begin
        insert into progress_changes values (new.organisation_id, new.id);
        return null;
      end $$;
    create trigger courses_completion_rules after update of completion_rules on courses for each row
      when (old.completion_rules is distinct from new.completion_rules) execute function note_completion_rules();
    alter table gradebook_results add column raised_at timestamptz(3);
    create index gradebook_results_raised on gradebook_results (raised_at) where raised_at is not null;
    alter table attendance_rates add column raised_at timestamptz(3);
    create index attendance_rates_raised on attendance_rates (raised_at) where raised_at is not null;
    insert into progress_changes
      select courses.organisation_id, courses.id from courses
      where deleted_at is null and exists (select from enrollments e
        where e.organisation_id = courses.organisation_id and e.course_id = courses.id and e.completed_at is null and e.completed_lessons > 0
          and e.completed_lessons >= (select count(*) from lessons l
            join chapters c on c.organisation_id = l.organisation_id and c.id = l.chapter_id and c.is_published
            where l.organisation_id = courses.organisation_id and l.course_id = courses.id and l.is_published));
  `.execute(db);
}
