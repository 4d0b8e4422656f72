import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const cohortData: readonly PersonalData[] = [
  {
    tables: ['cohort_members'],
    exported: {
      name: 'cohorts',
      about: 'Cohorts that you belong to.',
      rows: (userId) => sql`select m.organisation_id, m.enrollment_id, m.cohort_id, c.name as cohort_name, c.starts_on, c.ends_on, m.created_at as joined_at
        from cohort_members m
        join enrollments e on e.organisation_id = m.organisation_id and e.id = m.enrollment_id
        join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id
        where e.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'cohort_id'],
    },
  },
  {
    tables: ['cohort_stays'],
    exported: {
      name: 'former-cohorts',
      about: 'Cohorts that you have left.',
      rows: (userId) => sql`select s.organisation_id, s.enrollment_id, s.cohort_id, c.name as cohort_name, s.joined_at, s.left_at
        from cohort_stays s
        join enrollments e on e.organisation_id = s.organisation_id and e.id = s.enrollment_id
        join cohorts c on c.organisation_id = s.organisation_id and c.id = s.cohort_id
        where e.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'enrollment_id', 'cohort_id', 'left_at'],
    },
  },
];
