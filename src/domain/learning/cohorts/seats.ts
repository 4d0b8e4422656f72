import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the access of `e` has neither ended nor been revoked. Other members of a cohort take no seat. */
const hasAccess = (now: string) => sql<SqlBool>`e.revoked_at is null and coalesce(e.expires_at > ${now}::timestamptz, true)`;

/**
 * The seats of `cohorts` that are taken: its members who have access. Others are still members, and take a seat again when their access is back.
 * @param now RFC 3339
 */
export const takenSeats = (now: string): RawBuilder<number> => sql`(select count(*)::int from cohort_members m
  join enrollments e on e.organisation_id = m.organisation_id and e.id = m.enrollment_id and ${hasAccess(now)}
  where m.organisation_id = cohorts.organisation_id and m.cohort_id = cohorts.id)`;
