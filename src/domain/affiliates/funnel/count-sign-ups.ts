import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { NONE } from './sub-ids.ts';

/**
 * Counts the sign-up of a user who followed links of an organisation before they had an account, once in each organisation, for the first or the last of
 * these links, whichever the program credits. It is counted on the day of the sign-up.
 */
export const countSignUps = (trx: Executor, userId: string, organisationIds: readonly string[]): Promise<void> =>
  countOnce(
    trx,
    userId,
    sql`select t.organisation_id, t.link_id, t.sub_id, t.clicked_at from affiliate_touches t
      where t.user_id = ${userId} and t.organisation_id = any(${organisationIds}::uuid[])`,
  );

/** Counts the sign-up of a guest whose order goes to their account, because their browser was never bound to it. */
export const countSignUpOfBuyer = (trx: Executor, userId: string, { organisationId, orderId }: { organisationId: string; orderId: string }): Promise<void> =>
  countOnce(
    trx,
    userId,
    sql`select organisation_id, link_id, sub_id, clicked_at from affiliate_referrals
      where organisation_id = ${organisationId} and order_id = ${orderId} and link_id is not null`,
  );

/** @param clicks selects clicks of the user */
async function countOnce(trx: Executor, userId: string, clicks: RawBuilder<unknown>): Promise<void> {
  await sql`
    with signed_up as (
      insert into affiliate_sign_ups (organisation_id, user_id, link_id, sub_id, clicked_at)
      select distinct on (c.organisation_id) c.organisation_id, u.id, c.link_id, c.sub_id, c.clicked_at
      from (${clicks}) c
      join users u on u.id = ${userId} and u.created_at >= c.clicked_at and u.made_by_organisation_id is null
      join affiliate_links l on l.organisation_id = c.organisation_id and l.id = c.link_id
      join affiliates a on a.organisation_id = l.organisation_id and a.id = l.affiliate_id and a.status = 'approved' and a.user_id <> u.id
      left join affiliate_programs p on p.organisation_id = c.organisation_id
      order by c.organisation_id, extract(epoch from c.clicked_at) * case when p.settings ->> 'attribution' = 'last_touch' then -1 else 1 end, c.link_id
      on conflict do nothing returning organisation_id, user_id, link_id, sub_id
    )
    insert into affiliate_funnel_days (organisation_id, day, affiliate_id, link_id, sub_id, clicks, visitors, sign_ups)
    select s.organisation_id, (u.created_at at time zone o.timezone)::date, l.affiliate_id, s.link_id, coalesce(s.sub_id, ${NONE}), 0, 0, 1
    from signed_up s
    join users u on u.id = s.user_id
    join organisations o on o.id = s.organisation_id
    join affiliate_links l on l.organisation_id = s.organisation_id and l.id = s.link_id
    order by s.organisation_id
    on conflict (organisation_id, day, link_id, sub_id) do update set sign_ups = affiliate_funnel_days.sign_ups + excluded.sign_ups`.execute(trx);
}
