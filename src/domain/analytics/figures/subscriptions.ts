import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { isLiveNow, liveUntil, paidFrom, periodPrice } from '../../commerce/subscriptions/lifetime.ts';
import type { Shape } from '../../kernel/contract.ts';
import { percentOf } from '../../kernel/percent.ts';
import { beginOf, type DayRange, endOf } from '../days/range.ts';

interface Asked extends DayRange {
  organisationId: string;
  timezone: string;
  livemode: boolean;
}

type Figures = Shape<'SubscriptionFigures'>;
type Counts = Omit<Figures, 'mrr' | 'churn_percent'>;

/**
 * Counts the subscriptions of an organisation. `mrr` adds up in twelfths and rounds each currency once, half up (design: a year counts a twelfth a month). Only
 * a permanent coupon discount reduces it. Instalments that were all paid end without counting as lost. Without a first day, no subscription counts as live at
 * the start.
 */
export async function readSubscriptionFigures(db: Executor, asked: Asked): Promise<Figures> {
  const { organisationId, livemode } = asked;
  const [start, end] = bounds(asked);
  const counts = sql<Counts>`
    select count(*) filter (where ${isLiveNow})::int as live, count(*) filter (where s.state = 'trialing')::int as trialing,
      count(*) filter (where was_live)::int as live_at_start,
      count(*) filter (where was_live and s.state <> 'completed' and ${liveUntil} < ${end})::int as ended
    from catalogue_subscriptions s
    cross join lateral (select coalesce(${paidFrom} < ${start} and coalesce(${liveUntil} >= ${start}, true), false) as was_live) past
    where s.organisation_id = ${organisationId} and s.livemode = ${livemode}`;
  const mrr = sql<Figures['mrr'][number]>`
    select v.currency, div(sum(case v.interval when 'year' then 1 else 12 end * (${periodPrice} - case when s.coupon_left is null then s.coupon_discount else 0 end)) + 6, 12)::bigint as amount
    from catalogue_subscriptions s
    join catalogue_plan_versions v on v.organisation_id = s.organisation_id and v.plan_id = s.plan_id and v.version = s.plan_version
    where s.organisation_id = ${organisationId} and s.livemode = ${livemode} and ${isLiveNow}
    group by v.currency order by v.currency`;
  const [counted, recurring] = await Promise.all([counts.execute(db), mrr.execute(db)]);
  const { live, trialing, live_at_start, ended } = counted.rows[0] as Counts;
  return { live, trialing, mrr: recurring.rows, live_at_start, ended, churn_percent: live_at_start === 0 ? null : percentOf(ended, live_at_start) };
}

/** Returns the beginning and end of the range as moments. Its days are those of a time zone. */
const bounds = ({ from, to, timezone }: Asked) => [
  from === undefined ? sql`'-infinity'::timestamptz` : beginOf(from, timezone),
  to === undefined ? sql`'infinity'::timestamptz` : endOf(to, timezone),
];
