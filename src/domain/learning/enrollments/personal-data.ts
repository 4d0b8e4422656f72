import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const enrollmentData: readonly PersonalData[] = [
  {
    tables: ['enrollments'],
    exported: {
      name: 'enrollments',
      about: 'Courses that you are enrolled in.',
      rows: (userId) => sql`select organisation_id, id, course_id, source, enrolled_at, expires_at, first_access_at, last_activity_at, completed_at,
        revoked_at, opens_everything, created_at from enrollments where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    remove: ofUsers('enrollments'),
  },
  {
    tables: ['learner_contacts'],
    exported: {
      name: 'contact-addresses',
      about: 'Addresses that organisations have recorded for you.',
      rows: (userId) => sql`select organisation_id, email from learner_contacts where user_id = ${userId}`,
      pagedBy: ['organisation_id'],
    },
    erase: (userIds) => sql`delete from learner_contacts where user_id = any(${userIds}::uuid[])`,
  },
];
