import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const courseData: readonly PersonalData[] = [
  {
    tables: ['course_touches'],
    exported: {
      name: 'recent-courses',
      about: 'Courses that you worked on most recently.',
      rows: (userId) => sql`select organisation_id, course_id, touched_at from course_touches where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'course_id'],
    },
    erase: ofUsers('course_touches'),
  },
];
