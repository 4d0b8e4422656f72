import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A period of time, given as SQL expressions. A single moment has two equal ends. */
export interface Stretch {
  from: RawBuilder<unknown>;
  to: RawBuilder<unknown>;
}

/** Returns the condition that the learner of an enrollment `e` had access at any time in a period. A gap before restored access does not count. */
export const hadAccess = ({ from, to }: Stretch): RawBuilder<SqlBool> => sql`e.source <> 'preview'
  and (e.enrolled_at <= ${to} or exists (select from enrollment_grants g where g.organisation_id = e.organisation_id and g.enrollment_id = e.id
    and g.source <> 'preview' and g.starts_at <= ${to}))
  and (e.revoked_at is null or e.revoked_at > ${from}) and (e.expires_at is null or e.expires_at > ${from})
  and not exists (select from access_gaps a where a.organisation_id = e.organisation_id and a.enrollment_id = e.id
    and a.ended_at <= ${from} and a.resumed_at > ${to})`;

/** Returns the condition that an enrollment `e` was in a cohort at any time in a period, even if it has left the cohort since. */
export const wasInCohort = (cohortId: RawBuilder<unknown>, { from, to }: Stretch): RawBuilder<SqlBool> => sql`(exists (select from cohort_members c
    where c.organisation_id = e.organisation_id and c.enrollment_id = e.id and c.cohort_id = ${cohortId} and c.created_at <= ${to})
  or exists (select from cohort_stays c where c.organisation_id = e.organisation_id and c.enrollment_id = e.id and c.cohort_id = ${cohortId}
    and c.joined_at <= ${to} and c.left_at > ${from}))`;
