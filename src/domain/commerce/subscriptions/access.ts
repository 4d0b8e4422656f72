import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { systemActor } from '../../kernel/caller.ts';
import { inBatches } from '../../kernel/retention/batches.ts';
import { grantSubscribed, type SubscribedEnd, setSubscribedEnds } from '../../learning/grants/subscribed.ts';

/** Whether the plan `p` includes the course `c`. A plan for all courses includes those that are not private. */
const isInPlan = sql`c.deleted_at is null and case when p.is_for_all_courses then c.visibility <> 'private' else exists (
  select from catalogue_plan_courses pc where pc.organisation_id = p.organisation_id and pc.plan_id = p.id and pc.course_id = c.id) end`;

/** The subscriptions to align: one, those to a plan, or all of the organisation. */
export interface Concerned {
  subscriptionId?: string;
  planId?: string;
}

/**
 * Returns the condition for subscriptions that follow their plan. Once all instalments are paid, access stays as it was at the end, whatever becomes of the
 * plan. Withdrawn subscriptions give no access.
 */
const isOpen = ({ subscriptionId }: Concerned) =>
  sql`s.user_id is not null and s.withdrawals = 0 and s.state = any(${['trialing', 'active', 'past_due', ...(subscriptionId === undefined ? [] : ['completed'])]})`;

const concerns = ({ subscriptionId, planId }: Concerned): RawBuilder<unknown> =>
  subscriptionId !== undefined ? sql`s.id = ${subscriptionId}` : planId !== undefined ? sql`s.plan_id = ${planId}` : sql`true`;

/**
 * Brings the access of subscribers in line with the courses of their plans: courses that were added open, and those that were removed stay open until the
 * period ends.
 * @param removed when courses that are not in the plan close: with the period, or when it began, because the plan has been another one since then
 */
export async function alignAccess(
  trx: Executor,
  organisationId: string,
  which: Concerned,
  now: string,
  removed: 'period_end' | 'period_start' = 'period_end',
): Promise<void> {
  await openCourses(trx, organisationId, which, now);
  const { rows } = await sql<SubscribedEnd>`
    select g.enrollment_id as "enrollmentId", s.id as "subscriptionId", wanted.ends_at as "endsAt"
    from catalogue_subscriptions s
    join catalogue_plans p on p.organisation_id = s.organisation_id and p.id = s.plan_id
    join enrollment_grants g on g.organisation_id = s.organisation_id and g.source_id = s.id and g.revoked_at is null
    join enrollments e on e.organisation_id = g.organisation_id and e.id = g.enrollment_id
    join courses c on c.organisation_id = e.organisation_id and c.id = e.course_id
    cross join lateral (select case when ${isInPlan} then null else ${sql.ref(`s.${removed}`)} end as ends_at) wanted
    where s.organisation_id = ${organisationId} and ${isOpen(which)} and ${concerns(which)}
      -- What was removed before keeps its end.
      and (g.ends_at is null) <> (wanted.ends_at is null)`.execute(trx);
  await setSubscribedEnds(trx, organisationId, rows, now);
}

const openCourses = (trx: Executor, organisationId: string, which: Concerned, now: string): Promise<void> =>
  inBatches(async (limit) => {
    const { rows } = await sql<{ userId: string; courseId: string; sourceId: string }>`
      select s.user_id as "userId", c.id as "courseId", s.id as "sourceId"
      from catalogue_subscriptions s
      join catalogue_plans p on p.organisation_id = s.organisation_id and p.id = s.plan_id
      join courses c on c.organisation_id = s.organisation_id and c.status = 'published' and ${isInPlan}
      where s.organisation_id = ${organisationId} and ${isOpen(which)} and ${concerns(which)} and not exists (
        select from enrollments e join enrollment_grants g on g.organisation_id = e.organisation_id and g.enrollment_id = e.id
        where e.organisation_id = c.organisation_id and e.course_id = c.id and e.user_id = s.user_id and g.source_id = s.id)
      order by s.user_id, c.id limit ${limit}`.execute(trx);
    await grantSubscribed(trx, systemActor(organisationId), rows, now);
    return rows.length;
  });
