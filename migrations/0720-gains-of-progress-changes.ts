import { type Kysely, sql } from 'kysely';

/**
 * A change that concerns the progress in a course says by how many lessons the counts of its learners can rise at most, and whether the rules of completion have
 * changed. Who completes the course by the change is then found among the few who have almost all lessons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table progress_changes add column gains integer not null default 0;
    alter table progress_changes add column moves_rules boolean not null default false;
    -- What waits while the release changes has not said it.
    update progress_changes set gains = 1000000, moves_rules = true;

    create or replace function note_progress_change() returns trigger language plpgsql as $$
      declare
        gained integer := 0;
      begin
        if tg_op = 'UPDATE' and new.is_published then
          gained := case when tg_table_name = 'lessons' then 1 else (select count(*) from lessons
            where lessons.organisation_id = new.organisation_id and lessons.chapter_id = new.id and lessons.is_published) end;
        end if;
        insert into progress_changes (organisation_id, course_id, gains) values (old.organisation_id, old.course_id, gained);
        return null;
      end $$;
    create or replace function note_completion_rules() returns trigger language plpgsql as $$
      begin
        insert into progress_changes (organisation_id, course_id, moves_rules) values (new.organisation_id, new.id, true);
        return null;
      end $$;
  `.execute(db);
}
