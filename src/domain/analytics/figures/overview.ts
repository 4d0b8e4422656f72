import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Money, moneyColumns } from '../days/money.ts';
import { type DayRange, isIn } from '../days/range.ts';
import { countedMode, readDaysState } from '../days/state.ts';
import { selectCourseFigures } from './enrollments.ts';
import { readSubscriptionFigures } from './subscriptions.ts';

interface OverviewOptions extends DayRange {
  livemode?: boolean | undefined;
}

type Counts = Pick<Shape<'AnalyticsOverview'>, 'courses' | 'published_courses' | 'enrollments' | 'active_enrollments' | 'completions'>;

/** Returns the figures of the whole organisation. */
export async function getOverview(
  tools: Pick<Tools, 'db' | 'clock' | 'payments'>,
  { organisationId }: Caller,
  options: OverviewOptions,
): Promise<Shape<'AnalyticsOverview'>> {
  const { db } = tools;
  const state = await readDaysState(tools, organisationId);
  const livemode = countedMode(tools, options.livemode);
  const counts = sql<Counts>`
    select count(*)::int as courses, count(*) filter (where status = 'published')::int as published_courses, coalesce(sum(enrollments), 0)::int as enrollments,
      coalesce(sum(active_enrollments), 0)::int as active_enrollments, coalesce(sum(completions), 0)::int as completions
    from (${selectCourseFigures(tools, organisationId, state, options)}) figures`;
  const money = sql<Money>`
    select ${moneyColumns} from analytics_money_days where organisation_id = ${organisationId} and livemode = ${livemode} and ${isIn(options)}
    group by currency order by currency`;
  const [counted, earned, subscriptions] = await Promise.all([
    counts.execute(db),
    money.execute(db),
    readSubscriptionFigures(db, { ...options, organisationId, timezone: state.timezone, livemode }),
  ]);
  const { from = null, to = null } = options;
  return { ...state, from, to, livemode, ...(counted.rows[0] as Counts), money: earned.rows, subscriptions };
}
