import { sql } from 'kysely';
import { ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';

export const gradebookData: readonly PersonalData[] = [
  {
    tables: ['gradebook_grades'],
    exported: {
      name: 'grades',
      about: 'Grades that were posted to you.',
      rows: (
        userId,
      ) => sql`select organisation_id, enrollment_id, lesson_id, score::float8 as score, is_excused, lateness, late_minutes, ratings, posted_at, graded_at
        from gradebook_grades ${ofOwnEnrollments(userId)} and posted_at is not null`,
      pagedBy: ['organisation_id', 'enrollment_id', 'lesson_id'],
    },
    erase: (userIds) => sql`update gradebook_grades set graded_by = null where graded_by = any(${userIds}::uuid[])`,
  },
  {
    tables: ['gradebook_comments', 'gradebook_comment_files'],
    exported: {
      name: 'grade-comments',
      about: 'Comments on your submissions that were posted to you, and comments that you wrote.',
      // A comment on work that is graded anonymously now names its learner by alias.
      rows: (userId) => sql`select c.organisation_id, c.id, case when e.user_id = ${userId} or not ${lessonAnonymity} then c.enrollment_id else a.id end
          as enrollment_id, c.lesson_id, c.work_number, c.text, c.posted_at, c.created_at
        from gradebook_comments c join enrollments e on e.organisation_id = c.organisation_id and e.id = c.enrollment_id
        left join lesson_policies on lesson_policies.organisation_id = c.organisation_id and lesson_policies.lesson_id = c.lesson_id
        left join gradebook_aliases a on a.organisation_id = c.organisation_id and a.enrollment_id = c.enrollment_id and a.lesson_id = c.lesson_id
        where (e.user_id = ${userId} and c.posted_at is not null) or c.author_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`delete from gradebook_comments c using enrollments e
      where e.organisation_id = c.organisation_id and e.id = c.enrollment_id and e.user_id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['gradebook_aliases'],
    exported: {
      name: 'grading-aliases',
      about: 'The aliases used when your submissions were graded anonymously, once the grades have been posted.',
      rows: (userId) => sql`select a.organisation_id, a.id, a.enrollment_id, a.lesson_id from gradebook_aliases a
        join enrollments e on e.organisation_id = a.organisation_id and e.id = a.enrollment_id
        left join lesson_policies on lesson_policies.organisation_id = a.organisation_id and lesson_policies.lesson_id = a.lesson_id
        where e.user_id = ${userId} and not ${lessonAnonymity}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
  {
    tables: ['gradebook_results'],
    reason: 'Calculated from the grades, attempts and submissions, which are exported separately, and also from what has not been posted.',
  },
];
