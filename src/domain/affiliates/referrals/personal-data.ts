import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

/** Commissions stay after an account was deleted, because organisations owe them, but no longer tell who earned them or on whose orders. */
export const referralData: readonly PersonalData[] = [
  {
    tables: ['affiliate_touches', 'affiliate_visitors', 'affiliate_click_totals', 'affiliate_sub_ids', 'affiliate_funnel_days'],
    exported: {
      name: 'referrals',
      about: 'Affiliate links that you have followed.',
      rows: (userId) => sql`select organisation_id, link_id, clicked_at, sub_id from affiliate_touches where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'link_id', 'clicked_at'],
    },
    erase: (userIds) => sql`delete from affiliate_touches where user_id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['affiliate_referrals', 'affiliate_order_networks', 'affiliate_commissions', 'affiliate_money_totals', 'affiliate_funnel_money'],
    exported: {
      name: 'commissions',
      about: 'What you have earned as an affiliate.',
      rows: (userId) => sql`select c.organisation_id, c.id, r.course_title, c.currency, c.base, r.rate, c.amount, c.status, c.is_settled as settled,
          c.is_disputed, c.is_cancelled as voided_by_staff, r.sub_id, to_char(c.earned_at at time zone o.timezone, 'YYYY-MM-DD') as day
        from affiliates a join organisations o on o.id = a.organisation_id join affiliate_commissions c on c.organisation_id = a.organisation_id and c.affiliate_id = a.id
        join affiliate_referrals r on r.organisation_id = c.organisation_id and r.order_id = c.order_id where a.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'day', 'id'],
    },
    erase: (userIds) => sql`with gone as (
        update affiliate_referrals set buyer_id = null where buyer_id = any(${userIds}::uuid[]) returning organisation_id, order_id
      )
      delete from affiliate_order_networks n where (n.organisation_id, n.order_id) in (
        select organisation_id, order_id from gone
        union all select g.organisation_id, g.order_id from guest_orders g
          join users on users.id = any(${userIds}::uuid[]) and users.email_key = g.email_key and users.email_verified_at is not null)`,
  },
  {
    tables: ['affiliate_sign_ups'],
    exported: {
      name: 'referred-sign-ups',
      about: 'Affiliate links that you followed before you signed up.',
      rows: (userId) => sql`select organisation_id, link_id, clicked_at, sub_id from affiliate_sign_ups where user_id = ${userId}`,
    },
    erase: ofUsers('affiliate_sign_ups'),
  },
  { tables: ['affiliate_sightings'], erase: (userIds) => sql`delete from affiliate_sightings where user_id = any(${userIds}::uuid[])` },
];
