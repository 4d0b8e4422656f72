import type pg from 'pg';

/** Courses whose kept counts of chapters, lessons and learners differ from what there is. */
const DIFFERENT = `
  select * from (
    select id,
      array[coalesce(content.chapters, 0), coalesce(content.lessons, 0), coalesce(kept.learners, 0)] as kept,
      array[
        (select count(*)::int from chapters where (organisation_id, course_id) = (courses.organisation_id, courses.id)),
        (select count(*)::int from lessons where (organisation_id, course_id) = (courses.organisation_id, courses.id)),
        (select count(*)::int from enrollments where (organisation_id, course_id) = (courses.organisation_id, courses.id) and source <> 'preview')
      ] as counted
    from courses
    left join course_content_counts content on (content.organisation_id, content.course_id) = (courses.organisation_id, courses.id)
    left join course_learner_counts kept on (kept.organisation_id, kept.course_id) = (courses.organisation_id, courses.id)
  ) counts where kept <> counted`;

/** @throws Error if a count that is kept is not what there is, after whatever a test file has done, unless it has taken the tables away */
export async function requireKeptCounts({ pool }: { pool: pg.Pool }): Promise<void> {
  const { rows: tables } = await pool.query("select from pg_tables where schemaname = 'public' and tablename = 'courses'");
  if (tables.length === 0) return;
  const { rows } = await pool.query(DIFFERENT);
  if (rows.length) throw new Error(`kept counts differ from what there is: ${JSON.stringify(rows.slice(0, 5))}`);
}
