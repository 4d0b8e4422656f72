import type pg from 'pg';

/** Courses whose kept counts of learners, and chapters whose kept counts of lessons, differ from what there is. */
const DIFFERENT = `
  select 'learners' as of, id, kept, counted from (
    select id, coalesce((select learners from course_learner_counts where (organisation_id, course_id) = (courses.organisation_id, courses.id)), 0) as kept,
      (select count(*) from enrollments where (organisation_id, course_id) = (courses.organisation_id, courses.id) and source <> 'preview') as counted
    from courses
  ) learners where kept <> counted
  union all
  select 'lessons', id, kept, counted from (
    select id, coalesce((select lessons from chapter_lesson_counts where (organisation_id, chapter_id) = (chapters.organisation_id, chapters.id)), 0) as kept,
      (select count(*) from lessons where (organisation_id, chapter_id) = (chapters.organisation_id, chapters.id)) as counted
    from chapters
  ) lessons where kept <> counted`;

/** @throws Error if a count that is kept is not what there is, after whatever a test file has done, unless it has taken the tables away */
export async function requireKeptCounts({ pool }: { pool: pg.Pool }): Promise<void> {
  const { rows: tables } = await pool.query("select from pg_tables where schemaname = 'public' and tablename = 'courses'");
  if (tables.length === 0) return;
  const { rows } = await pool.query(DIFFERENT);
  if (rows.length) throw new Error(`kept counts differ from what there is: ${JSON.stringify(rows.slice(0, 5))}`);
}
