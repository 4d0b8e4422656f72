import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { ownAffiliate } from '../program/own-affiliate.ts';
import { NONE, OTHERS } from './sub-ids.ts';

export type FunnelRow = Shape<'AffiliateFunnelRow'>;

/** The steps to count, and how they are grouped. */
export interface FunnelFilter {
  /** The first day, YYYY-MM-DD, in the zone of the organisation. */
  from?: string | undefined;
  /** The last day. */
  to?: string | undefined;
  by: Shape<'AffiliateFunnelGrouping'>;
  affiliate_id?: string | undefined;
  link_id?: string | undefined;
}

/** A filter with its first and last day. */
export type Span = FunnelFilter & { from: string; to: string };

const MOST_DAYS = 366;
const USUAL_DAYS = 30;

type FunnelTools = Pick<Tools, 'db' | 'clock'>;

/** Returns the filter with its first and last day.
 * @throws ValidationError */
export async function spanOf({ db, clock }: FunnelTools, organisationId: string, filter: FunnelFilter): Promise<Span> {
  const { rows } = await sql<{ from: string; to: string; days: number }>`
    select "from"::text, "to"::text, "to" - "from" + 1 as days from (
      select coalesce(${filter.from ?? null}::date, "to" - ${USUAL_DAYS - 1}::int) as "from", "to" from (
        select coalesce(${filter.to ?? null}::date, (${timeOf(clock)}::timestamptz at time zone timezone)::date) as "to"
        from organisations where id = ${organisationId}) ends) span`.execute(db);
  const { from, to, days } = rows[0] as { from: string; to: string; days: number };
  const faults = new Faults();
  if (days < 1) faults.add('to', 'before_start', 'Must not be before from.');
  if (days > MOST_DAYS) faults.add('to', 'too_late', `Must be at most ${MOST_DAYS - 1} days after from.`);
  faults.check();
  return { ...filter, from, to };
}

/** Lists the steps from clicks to sales of all affiliates of the organisation, or of one, most clicked first.
 * @throws ValidationError */
export const listFunnel = (tools: FunnelTools, { organisationId }: Caller, filter: FunnelFilter & Paging): Promise<Page<FunnelRow>> =>
  readPage(tools, organisationId, filter);

/**
 * Lists the steps of the user as one affiliate.
 * @throws NotFoundError if the user is not this affiliate
 * @throws ValidationError
 */
export async function listOwnFunnel(tools: FunnelTools, user: User, filter: FunnelFilter & Paging & { affiliate_id: string }): Promise<Page<FunnelRow>> {
  const { organisation_id } = await ownAffiliate(tools.db, user, filter.affiliate_id);
  return readPage(tools, organisation_id, filter);
}

async function readPage(tools: FunnelTools, organisationId: string, { page, page_size, ...filter }: FunnelFilter & Paging): Promise<Page<FunnelRow>> {
  const { affiliate_id, ...span } = await spanOf(tools, organisationId, filter);
  const limit = sql`limit ${page_size} offset ${(page - 1) * page_size}`;
  return readFunnel(tools.db, organisationId, { ...span, affiliateIds: affiliate_id === undefined ? null : [affiliate_id] }, limit);
}

/** Reads the rows of a funnel, and their number. @param affiliateIds null for all */
export async function readFunnel(
  db: Executor,
  organisationId: string,
  { from, to, by, link_id, affiliateIds }: Omit<Span, 'affiliate_id'> & { affiliateIds: readonly string[] | null },
  limit: RawBuilder<unknown>,
): Promise<Page<FunnelRow>> {
  const matching = sql`organisation_id = ${organisationId} and day between ${from}::date and ${to}::date
    and ${affiliateIds === null ? sql`true` : sql`affiliate_id = any(${affiliateIds}::uuid[])`} and ${link_id === undefined ? sql`true` : sql`link_id = ${link_id}`}`;
  const subId = by === 'sub_id' ? sql`sub_id` : sql`${NONE}::text`;
  const { rows } = await sql<Page<FunnelRow>>`
    with counts as (
      select affiliate_id, link_id, link_id as source_id, ${subId} as sub_id, sum(clicks) as clicks, sum(visitors) as visitors, sum(sign_ups) as sign_ups
      from affiliate_funnel_days where ${matching} group by 1, 2, 3, 4
    ), amounts as (
      select affiliate_id, link_id, source_id, ${subId} as sub_id, currency, livemode, sum(orders) as orders, sum(revenue) as revenue, sum(refunds) as refunds,
        sum(refunded) as refunded
      from affiliate_funnel_money where ${matching} group by 1, 2, 3, 4, 5, 6
    ), sales as (
      select affiliate_id, link_id, source_id, sub_id, sum(orders) as orders, sum(refunds) as refunds,
        json_agg(json_build_object('currency', currency, 'livemode', livemode, 'orders', orders, 'revenue', revenue, 'refunds', refunds, 'refunded', refunded)
          order by livemode desc, currency) as money
      from amounts group by 1, 2, 3, 4
    ), funnel as (
      select coalesce(c.affiliate_id, s.affiliate_id) as affiliate_id, coalesce(c.link_id, s.link_id) as link_id, source_id, sub_id,
        coalesce(clicks, 0) as clicks, coalesce(visitors, 0) as visitors, coalesce(sign_ups, 0) as sign_ups, coalesce(orders, 0) as orders,
        coalesce(refunds, 0) as refunds, coalesce(money, '[]'::json) as money
      from counts c full join sales s using (source_id, sub_id)
    ), shown as (
      select * from funnel order by clicks desc, sign_ups desc, orders desc, source_id, sub_id ${limit}
    )
    select (select count(*)::int from funnel) as count, array(
      select json_build_object('affiliate_id', f.affiliate_id,
        'link', (select json_build_object('id', l.id, 'code', l.code, 'label', l.label, 'course_id', l.course_id)
          from affiliate_links l where l.organisation_id = ${organisationId} and l.id = f.link_id),
        'sub_id', nullif(nullif(f.sub_id, ${NONE}), ${OTHERS}), 'other_sub_ids', f.sub_id = ${OTHERS}, 'clicks', f.clicks, 'visitors', f.visitors,
        'sign_ups', f.sign_ups, 'orders', f.orders, 'refunds', f.refunds, 'money', f.money)
      from shown f order by clicks desc, sign_ups desc, orders desc, source_id, sub_id) as results`.execute(db);
  return rows[0] as Page<FunnelRow>;
}
