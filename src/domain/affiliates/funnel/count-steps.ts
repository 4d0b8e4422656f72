import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { admitSubIds, NONE, OTHERS, type UsedSubId } from './sub-ids.ts';

/** Clicks on a link with one sub-id, on one day. */
export interface CountedClicks extends Omit<UsedSubId, 'sub_id'> {
  affiliate_id: string;
  sub_id: string | null;
  clicks: number;
  /** Number of these clicks that were a visitor's first on that day (UTC). */
  visitors: number;
}

/** Adds clicks to the days of their links, whose totals are locked, in the order of the keys, so that concurrent transactions lock them in the same order. */
export async function countClicks(trx: Executor, counted: readonly CountedClicks[]): Promise<void> {
  const named = counted.flatMap(({ organisation_id, link_id, sub_id, day }) => (sub_id === null ? [] : [{ organisation_id, link_id, sub_id, day }]));
  if (named.length > 0) await admitSubIds(trx, named);
  await sql`
    insert into affiliate_funnel_days (organisation_id, day, affiliate_id, link_id, sub_id, clicks, visitors, sign_ups)
    select c.organisation_id, c.day, c.affiliate_id, c.link_id, case when c.sub_id is null then ${NONE} else coalesce(k.sub_id, ${OTHERS}) end as place,
      sum(c.clicks), sum(c.visitors), 0
    from json_to_recordset(${JSON.stringify(counted)}::json)
      c (organisation_id uuid, day date, affiliate_id uuid, link_id uuid, sub_id text, clicks bigint, visitors bigint)
    left join affiliate_sub_ids k on k.organisation_id = c.organisation_id and k.link_id = c.link_id and k.sub_id = c.sub_id
    group by c.organisation_id, c.day, c.affiliate_id, c.link_id, place order by c.organisation_id, c.day, c.link_id, place
    on conflict (organisation_id, day, link_id, sub_id) do update
      set clicks = affiliate_funnel_days.clicks + excluded.clicks, visitors = affiliate_funnel_days.visitors + excluded.visitors`.execute(trx);
}

/** A change of the money for an order that has earned. */
export interface CountedMoney {
  organisationId: string;
  affiliateId: string;
  /** Null for a coupon without a click. */
  linkId: string | null;
  subId: string | null;
  currency: string;
  livemode: boolean;
  /** Whether the order was paid. Otherwise, money has gone back, or has come back. */
  isPaid: boolean;
  /** The change of the amount that is kept, without tax, in minor units: positive if it is more than before. */
  change: number;
  /** RFC 3339 */
  occurredAt: string;
}

/** Adds a change of the money for an order to the day on which it happened. A failed refund reduces the number of refunds on the day of its failure. */
export async function countMoney(
  trx: Executor,
  { organisationId, affiliateId, linkId, subId, currency, livemode, isPaid, change, occurredAt }: CountedMoney,
): Promise<void> {
  if (change === 0) return;
  const [orders, revenue, refunds, refunded] = isPaid ? [1, change, 0, 0] : [0, 0, -Math.sign(change), -change];
  await sql`
    insert into affiliate_funnel_money (organisation_id, day, affiliate_id, link_id, sub_id, currency, livemode, orders, revenue, refunds, refunded)
    select id, (${occurredAt}::timestamptz at time zone timezone)::date, ${affiliateId}, ${linkId}, ${subId ?? NONE}, ${currency}, ${livemode},
      ${orders}, ${revenue}, ${refunds}, ${refunded}
    from organisations where id = ${organisationId}
    on conflict (organisation_id, day, source_id, sub_id, currency, livemode) do update
      set orders = affiliate_funnel_money.orders + excluded.orders, revenue = affiliate_funnel_money.revenue + excluded.revenue,
        refunds = affiliate_funnel_money.refunds + excluded.refunds, refunded = affiliate_funnel_money.refunded + excluded.refunded`.execute(trx);
}
