import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { MONEY_COLUMNS, type Money, moneyColumns } from '../days/money.ts';
import { countedMode, readDaysState } from '../days/state.ts';

type Trend = Shape<'AnalyticsTrends'>['days'][number];

/**
 * Returns the figures of each of the last days, summed over all courses. A day on which nothing happened has zeros.
 * @param options.days the number of days, ending today
 */
export async function getTrends(
  tools: Pick<Tools, 'db' | 'clock' | 'payments'>,
  { organisationId }: Caller,
  options: { days: number; livemode?: boolean | undefined },
): Promise<Shape<'AnalyticsTrends'>> {
  const { db } = tools;
  const { timezone, today, as_of } = await readDaysState(tools, organisationId);
  const livemode = countedMode(tools, options.livemode);
  const first = sql`${today}::date - ${options.days - 1}::int`;
  const [counted, earned] = await Promise.all([
    sql<Omit<Trend, 'money'>>`
      select listed.day::date as date, coalesce(e.enrolled, 0) as enrollments, coalesce(e.completed, 0) as completions
      from generate_series(${first}, ${today}::date, interval '1 day') listed (day)
      left join (
        select day, sum(enrolled)::int as enrolled, sum(completed)::int as completed
        from analytics_enrollment_days d join courses c on c.organisation_id = d.organisation_id and c.id = d.course_id and c.deleted_at is null
        where d.organisation_id = ${organisationId} and day >= ${first} group by day
      ) e on e.day = listed.day::date
      order by 1`.execute(db),
    sql<Money & { day: string }>`
      select day, ${moneyColumns} from analytics_money_days
      where organisation_id = ${organisationId} and livemode = ${livemode} and day between ${first} and ${today}::date
      group by day, currency order by currency`.execute(db),
  ]);
  const currencies = [...new Set(earned.rows.map(({ currency }) => currency))].sort();
  const money = Map.groupBy(earned.rows, ({ day }) => day);
  const moneyOf = (date: string): Money[] =>
    currencies.map((currency) => {
      const { day: _day, ...sums } = money.get(date)?.find((one) => one.currency === currency) ?? { day: date, ...nothing(currency) };
      return sums;
    });
  return { timezone, as_of, livemode, days: counted.rows.map((day) => ({ ...day, money: moneyOf(day.date) })) };
}

const nothing = (currency: string): Money => ({
  currency,
  ...(Object.fromEntries(MONEY_COLUMNS.map((name) => [name, 0])) as Omit<Money, 'currency' | 'net' | 'sales'>),
  net: 0,
  sales: 0,
});
