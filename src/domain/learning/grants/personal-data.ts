import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const grantData: readonly PersonalData[] = [
  {
    tables: ['enrollment_grants'],
    exported: {
      name: 'enrollment-grants',
      about: 'Why, from when and until when you have access to courses.',
      rows: (userId) => sql`select g.organisation_id, g.id, g.enrollment_id, e.course_id, g.source, g.starts_at, g.ends_at, g.revoked_at
        from enrollment_grants g
        join enrollments e on e.organisation_id = g.organisation_id and e.id = g.enrollment_id
        where e.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
  {
    tables: ['access_gaps'],
    exported: {
      name: 'access-gaps',
      about: 'Periods when you did not have access to a course that you now have access to again.',
      rows: (userId) => sql`select a.organisation_id, a.enrollment_id, a.ended_at, a.resumed_at
        from access_gaps a
        join enrollments e on e.organisation_id = a.organisation_id and e.id = a.enrollment_id
        where e.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'ended_at'],
    },
  },
];
