import { type Kysely, sql } from 'kysely';

/** Has grades computed again where late work that was graded lost nothing once it was handed in again, and where quizzes without points waited for a grade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update gradebook_results r set next_due_at = 'epoch'
      where exists (select from gradebook_grades g join submissions s on s.organisation_id = g.organisation_id and s.enrollment_id = g.enrollment_id
          and s.lesson_id = g.lesson_id and s.number > g.work_number
          where g.organisation_id = r.organisation_id and g.enrollment_id = r.enrollment_id and g.score is not null)
        or exists (select from quiz_attempts a where a.organisation_id = r.organisation_id and a.enrollment_id = r.enrollment_id
          and a.submitted_at is not null and a.max_points = 0)
  `.execute(db);
}
