import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Money, moneyColumns } from '../days/money.ts';
import { type DayRange, isIn } from '../days/range.ts';
import { countedMode, readDaysState } from '../days/state.ts';
import { selectCourseFigures } from './enrollments.ts';

interface CourseOptions extends DayRange, Paging {
  livemode?: boolean | undefined;
}

type Figures = Omit<Shape<'CourseAnalytics'>, 'money'>;

/** Returns the figures of each course, those with the most active enrolments first, including courses without enrolments. */
export async function listCourseFigures(
  tools: Pick<Tools, 'db' | 'clock' | 'payments'>,
  { organisationId }: Caller,
  options: CourseOptions,
): Promise<Page<Shape<'CourseAnalytics'>>> {
  const { db } = tools;
  const { page, page_size } = options;
  const state = await readDaysState(tools, organisationId);
  const { rows } = await sql<Figures & { count: number }>`
    with figures as (${selectCourseFigures(tools, organisationId, state, options)})
    select figures.*, counted.count from (select count(*)::int as count from figures) counted
    left join lateral (select * from figures order by active_enrollments desc, id desc limit ${page_size} offset ${(page - 1) * page_size}) figures on true`.execute(
    db,
  );
  const listed = rows.filter(({ id }) => id !== null);
  const { rows: earned } = await sql<Money & { course_id: string }>`
    select course_id, ${moneyColumns} from analytics_money_days
    where organisation_id = ${organisationId} and livemode = ${countedMode(tools, options.livemode)} and ${isIn(options)}
      and course_id = any(${listed.map(({ id }) => id)}::uuid[])
    group by course_id, currency order by currency`.execute(db);
  const money = Map.groupBy(earned, ({ course_id }) => course_id);
  const results = listed.map(({ count: _count, ...figures }) => ({
    ...figures,
    money: (money.get(figures.id) ?? []).map(({ course_id: _id, ...sums }) => sums),
  }));
  return { count: rows[0]?.count ?? 0, results };
}
