import { type Kysely, sql } from 'kysely';

/** The number of chapters and lessons of each course, so that they are not counted each time. A course without chapters has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_content_counts (
      organisation_id uuid not null,
      course_id uuid not null,
      chapters integer not null default 0 check (chapters >= 0),
      lessons integer not null default 0 check (lessons >= 0),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    -- Runs once per statement, so that importing a whole course is few changes.
    create function count_new_content() returns trigger language plpgsql as $$
    begin
      insert into course_content_counts as counts (organisation_id, course_id, chapters, lessons)
        select organisation_id, course_id,
          case tg_table_name when 'chapters' then count(*) else 0 end, case tg_table_name when 'lessons' then count(*) else 0 end
        from changed group by 1, 2 order by 1, 2
        on conflict (organisation_id, course_id) do update set chapters = counts.chapters + excluded.chapters, lessons = counts.lessons + excluded.lessons;
      return null;
    end $$;
    create function count_gone_content() returns trigger language plpgsql as $$
    begin
      update course_content_counts as counts
        set chapters = chapters - case tg_table_name when 'chapters' then gone else 0 end, lessons = lessons - case tg_table_name when 'lessons' then gone else 0 end
        from (select organisation_id, course_id, count(*) as gone from changed group by 1, 2 order by 1, 2) courses
        where (counts.organisation_id, counts.course_id) = (courses.organisation_id, courses.course_id);
      return null;
    end $$;
    create trigger chapters_count_new after insert on chapters referencing new table as changed for each statement execute function count_new_content();
    create trigger chapters_count_gone after delete on chapters referencing old table as changed for each statement execute function count_gone_content();
    create trigger lessons_count_new after insert on lessons referencing new table as changed for each statement execute function count_new_content();
    create trigger lessons_count_gone after delete on lessons referencing old table as changed for each statement execute function count_gone_content();

    insert into course_content_counts (organisation_id, course_id, chapters, lessons)
      select organisation_id, course_id, count(*), coalesce(sum(lessons), 0)
      from chapters left join (select organisation_id, chapter_id as id, count(*) as lessons from lessons group by 1, 2) counted using (organisation_id, id)
      group by 1, 2;
  `.execute(db);
}
