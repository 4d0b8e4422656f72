import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const enrollmentData: readonly PersonalData[] = [
  {
    tables: ['enrollments'],
    exported: {
      name: 'enrollments',
      about: 'Courses that you are enrolled in.',
      rows: (userId) => sql`select enrollments.organisation_id, enrollments.id, enrollments.course_id, courses.title as course_title, source, enrolled_at,
        expires_at, first_access_at, last_activity_at, completed_at, revoked_at, enrollments.created_at
        from enrollments join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
        where enrollments.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    remove: ofUsers('enrollments'),
  },
];
