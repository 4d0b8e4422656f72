import { type RawBuilder, sql } from 'kysely';

/** The cohorts of an enrollment, newest first. Which of them applies depends on the day. */
export const joinedCohorts: RawBuilder<CohortFacts[]> = sql`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
  'is_active', c.status = 'active', 'starts_on', c.starts_on, 'ends_on', c.ends_on) order by c.created_at desc, c.id desc), '[]') from cohort_members m
  join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id
  where m.organisation_id = enrollments.organisation_id and m.enrollment_id = enrollments.id)`;

export interface CohortFacts {
  id: string;
  name: string;
  /** Whether staff set the status to `active`. */
  is_active: boolean;
  starts_on: string | null;
  ends_on: string | null;
}
