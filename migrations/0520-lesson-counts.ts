import { type Kysely, sql } from 'kysely';

/**
 * The number of lessons of each chapter, so that those of a course are not counted each time. It is kept by chapter, and not by course, because whoever adds
 * or removes lessons holds the lock of their chapter: nobody waits for anybody else, and no deadlock comes with it. A chapter that never had lessons has no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chapter_lesson_counts (
      organisation_id uuid not null,
      course_id uuid not null,
      chapter_id uuid not null,
      lessons integer not null default 0 check (lessons >= 0),
      primary key (organisation_id, course_id, chapter_id),
      foreign key (organisation_id, course_id, chapter_id) references chapters (organisation_id, course_id, id) on delete cascade
    );

    create function count_lessons(organisation uuid, course uuid, chapter uuid, change bigint) returns void language sql as $$
      insert into chapter_lesson_counts (organisation_id, course_id, chapter_id) select organisation, course, chapter where change > 0 on conflict do nothing;
      update chapter_lesson_counts set lessons = lessons + change where organisation_id = organisation and course_id = course and chapter_id = chapter;
    $$;
    -- Runs once per statement, so that importing a whole course is one change of each chapter.
    create function count_changed_lessons() returns trigger language plpgsql as $$
    begin
      perform count_lessons(organisation_id, course_id, chapter_id, case tg_op when 'INSERT' then lessons else -lessons end)
        from (select organisation_id, course_id, chapter_id, count(*) as lessons from changed group by 1, 2, 3 order by 1, 2, 3) chapters;
      return null;
    end $$;
    create function count_moved_lesson() returns trigger language plpgsql as $$
    begin
      perform count_lessons(old.organisation_id, old.course_id, old.chapter_id, -1);
      perform count_lessons(new.organisation_id, new.course_id, new.chapter_id, 1);
      return null;
    end $$;
    create trigger lessons_count_new after insert on lessons referencing new table as changed for each statement execute function count_changed_lessons();
    create trigger lessons_count_gone after delete on lessons referencing old table as changed for each statement execute function count_changed_lessons();
    create trigger lessons_count_moved after update of chapter_id on lessons for each row when (old.chapter_id <> new.chapter_id)
      execute function count_moved_lesson();

    insert into chapter_lesson_counts (organisation_id, course_id, chapter_id, lessons)
      select organisation_id, course_id, chapter_id, count(*) from lessons group by 1, 2, 3;
  `.execute(db);
}
