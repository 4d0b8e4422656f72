import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the condition that the access of `e` has neither ended nor been revoked. Members without access take no seat. */
const hasAccess = (now: string) => sql<SqlBool>`e.revoked_at is null and coalesce(e.expires_at > ${now}::timestamptz, true)`;

/**
 * Returns the number of taken seats of `cohorts`: members who have access. Others remain members and take a seat again when their access is restored.
 * @param now RFC 3339
 */
export const takenSeats = (now: string): RawBuilder<number> => sql`(select count(*)::int from cohort_members m
  join enrollments e on e.organisation_id = m.organisation_id and e.id = m.enrollment_id and ${hasAccess(now)}
  where m.organisation_id = cohorts.organisation_id and m.cohort_id = cohorts.id)`;
