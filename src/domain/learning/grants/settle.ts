import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/**
 * Derives what enrollments show from their grants: the source, end and revocation of the grant that is not revoked and ends last (the oldest of equal
 * ones), or, if all are revoked, of the one that was revoked last. Because a grant that never ends comes first, an enrollment is active while any of
 * its grants is. When access comes back, the gap is recorded. Must be called in the transaction that changes the grants.
 * @param ids IDs of enrollments, or a course whose enrollments are all settled
 * @param now RFC 3339
 */
export async function settleEnrollments(trx: Executor, organisationId: string, ids: readonly string[] | { courseId: string }, now: string): Promise<void> {
  if ('length' in ids && ids.length === 0) return;
  const concerned = 'courseId' in ids ? sql`e.course_id = ${ids.courseId}` : sql`e.id = any(${ids}::uuid[])`;
  await sql`
    with decisive as (
      select distinct on (g.enrollment_id) g.enrollment_id, g.source, g.ends_at, g.revoked_at
      from enrollment_grants g join enrollments e on e.organisation_id = g.organisation_id and e.id = g.enrollment_id
      where g.organisation_id = ${organisationId} and ${concerned}
      order by g.enrollment_id, g.revoked_at desc nulls first, g.ends_at desc nulls first, g.starts_at, g.id
    ), ends as (
      select e.id, least(e.revoked_at, e.expires_at) as ended_at, least(decisive.revoked_at, decisive.ends_at, ${now}::timestamptz) as resumed_at
      from decisive join enrollments e on e.organisation_id = ${organisationId} and e.id = decisive.enrollment_id
    ), gaps as (
      insert into access_gaps (organisation_id, enrollment_id, ended_at, resumed_at)
      select ${organisationId}, id, ended_at, resumed_at from ends where ended_at < resumed_at on conflict do nothing
    )
    update enrollments set source = decisive.source, expires_at = decisive.ends_at, revoked_at = decisive.revoked_at
    from decisive
    where enrollments.organisation_id = ${organisationId} and enrollments.id = decisive.enrollment_id
      and (enrollments.source, enrollments.expires_at, enrollments.revoked_at) is distinct from (decisive.source, decisive.ends_at, decisive.revoked_at)
  `.execute(trx);
}
