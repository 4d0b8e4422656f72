import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';

export const gradebookData: readonly PersonalData[] = [
  {
    tables: ['gradebook_grades'],
    exported: {
      name: 'grades',
      about: 'Grades that were posted to you.',
      rows: (userId) => sql`select organisation_id, enrollment_id, lesson_id, score, is_excused, lateness, late_minutes, posted_at, graded_at
        from gradebook_grades ${ofOwnEnrollments(userId)} and posted_at is not null`,
      pagedBy: ['organisation_id', 'enrollment_id', 'lesson_id'],
    },
    erase: (userIds) => sql`update gradebook_grades set graded_by = null where graded_by = any(${userIds}::uuid[])`,
  },
  {
    tables: ['gradebook_comments', 'gradebook_comment_files'],
    exported: {
      name: 'grade-comments',
      about: 'Comments on your work that were posted to you, and comments that you wrote.',
      rows: (userId) => sql`select c.organisation_id, c.id, c.enrollment_id, c.lesson_id, c.work_number, c.text, c.posted_at, c.created_at
        from gradebook_comments c join enrollments e on e.organisation_id = c.organisation_id and e.id = c.enrollment_id
        where (e.user_id = ${userId} and c.posted_at is not null) or c.author_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`delete from gradebook_comments c using enrollments e
      where e.organisation_id = c.organisation_id and e.id = c.enrollment_id and e.user_id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['gradebook_results'],
    reason: 'Computed from the grades, attempts and submissions, which are exported themselves, and also from what is not posted.',
  },
];
