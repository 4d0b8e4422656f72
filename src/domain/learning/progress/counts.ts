import { type RawBuilder, sql } from 'kysely';

/**
 * The number of lessons that a course has for its learners, and how many of them an enrollment has completed. Only published lessons in published
 * chapters count. For queries that read `enrollments`.
 */
export const lessonCount = lessonCountOf('enrollments.organisation_id', 'enrollments.course_id');

export const completedCount: RawBuilder<number> = sql`(select count(*)::int from lesson_progress p
  join lessons l on l.organisation_id = p.organisation_id and l.id = p.lesson_id and l.course_id = enrollments.course_id and l.is_published
  join chapters c on c.organisation_id = l.organisation_id and c.id = l.chapter_id and c.is_published
  where p.organisation_id = enrollments.organisation_id and p.enrollment_id = enrollments.id and p.completed_at is not null)`;

/** Returns the number of lessons that a course has for its learners. The arguments are the columns that identify the course. */
export function lessonCountOf(organisationId: string, courseId: string): RawBuilder<number> {
  return sql`(select count(*)::int from lessons l
  join chapters c on c.organisation_id = l.organisation_id and c.id = l.chapter_id and c.is_published
  where l.organisation_id = ${sql.raw(organisationId)} and l.course_id = ${sql.raw(courseId)} and l.is_published)`;
}
