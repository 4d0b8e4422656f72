import { type RawBuilder, sql } from 'kysely';

/** The active cohorts of an enrollment, newest first. Which of them applies depends on the day. */
export const activeCohorts: RawBuilder<CohortFacts[]> = sql`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'starts_on', c.starts_on,
  'ends_on', c.ends_on) order by c.created_at desc, c.id desc), '[]') from cohort_members m
  join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id and c.status = 'active'
  where m.organisation_id = enrollments.organisation_id and m.enrollment_id = enrollments.id)`;

export interface CohortFacts {
  id: string;
  name: string;
  starts_on: string | null;
  ends_on: string | null;
}
