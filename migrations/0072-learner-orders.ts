import { type Kysely, sql } from 'kysely';

/**
 * What the learners of a course are ordered by, kept beside their enrollment, so that an index gives the order: the name of the learner, and the number
 * of completed lessons, which orders by percent because the lessons of a course are the same for all its learners.
 *
 * The number follows each lesson that is completed or forgotten. Where lessons are published, withdrawn or deleted, it changes for many learners at
 * once: the course is then noted in `progress_changes`, and a job counts again, so that the change of the content need not wait for the learners.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrollments add column completed_lessons integer not null default 0;
    alter table enrollments add column learner_name text collate "und-x-icu" not null default '';

    update enrollments e set learner_name = users.name, completed_lessons = (select count(*) from lesson_progress p
        join lessons l on l.organisation_id = p.organisation_id and l.id = p.lesson_id and l.is_published
        join chapters c on c.organisation_id = l.organisation_id and c.id = l.chapter_id and c.is_published
        where p.organisation_id = e.organisation_id and p.enrollment_id = e.id and p.completed_at is not null)
      from users where users.id = e.user_id;

    create index enrollments_name on enrollments (organisation_id, course_id, learner_name, id);
    create index enrollments_completed_lessons on enrollments (organisation_id, course_id, completed_lessons, id);

    -- The lock makes an enrollment and a change of the name follow one another.
    create function take_learner_name() returns trigger language plpgsql as $$
      begin
        new.learner_name := coalesce((select name from users where id = new.user_id for share), '');
        return new;
      end $$;
    create trigger enrollments_name before insert on enrollments for each row execute function take_learner_name();

    create function pass_on_name() returns trigger language plpgsql as $$
      begin
        update enrollments set learner_name = new.name where user_id = new.id;
        return null;
      end $$;
    create trigger users_name after update of name on users for each row when (old.name <> new.name) execute function pass_on_name();

    create function count_completed_lesson() returns trigger language plpgsql as $$
      declare
        progress lesson_progress;
        change integer := 1;
      begin
        if tg_op = 'DELETE' then progress := old; else progress := new; end if;
        if tg_op = 'DELETE' or new.completed_at is null then change := -1; end if;
        update enrollments set completed_lessons = greatest(completed_lessons + change, 0)
          where organisation_id = progress.organisation_id and id = progress.enrollment_id and exists (select from lessons l
            join chapters c on c.organisation_id = l.organisation_id and c.id = l.chapter_id and c.is_published
            where l.organisation_id = progress.organisation_id and l.id = progress.lesson_id and l.is_published);
        return null;
      end $$;
    create trigger lesson_progress_new after insert on lesson_progress for each row
      when (new.completed_at is not null) execute function count_completed_lesson();
    create trigger lesson_progress_changed after update of completed_at on lesson_progress for each row
      when ((old.completed_at is null) <> (new.completed_at is null)) execute function count_completed_lesson();
    create trigger lesson_progress_gone after delete on lesson_progress for each row
      when (old.completed_at is not null) execute function count_completed_lesson();

    create table progress_changes (
      organisation_id uuid not null,
      course_id uuid not null
    );
    create function note_progress_change() returns trigger language plpgsql as $$
      begin
        insert into progress_changes values (old.organisation_id, old.course_id);
        return null;
      end $$;
    create trigger lessons_shown after update of is_published, chapter_id on lessons for each row
      when ((old.is_published, old.chapter_id) is distinct from (new.is_published, new.chapter_id)) execute function note_progress_change();
    create trigger lessons_gone after delete on lessons for each row when (old.is_published) execute function note_progress_change();
    create trigger chapters_shown after update of is_published on chapters for each row
      when (old.is_published <> new.is_published) execute function note_progress_change();
  `.execute(db);
}
