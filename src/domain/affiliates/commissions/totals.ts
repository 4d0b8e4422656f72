import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

type Money = Shape<'AffiliateMoney'>;

/** Adds up the totals by currency. Amounts in different currencies are never added, and neither are real ones and sandbox ones. */
const moneyOf = (condition: RawBuilder<unknown>): RawBuilder<Money[]> => sql`array(
  select json_build_object('currency', currency, 'livemode', livemode, 'orders', sum(orders), 'revenue', sum(revenue), 'pending', sum(pending),
    'payable', sum(payable), 'settled', sum(settled))
  from affiliate_money_totals m where ${condition} group by currency, livemode order by livemode desc, currency)`;

const clicksOf = (condition: RawBuilder<unknown>, what: 'clicks' | 'visitors' = 'clicks'): RawBuilder<number> =>
  sql`(select coalesce(sum(${sql.ref(what)}), 0)::float8 from affiliate_click_totals m where ${condition})`;

/** Returns the numbers of the whole program. */
export async function getOverview({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Shape<'AffiliateOverview'>> {
  const all = sql`m.organisation_id = ${organisationId}`;
  const counted = (status: string) => sql`(count(*) filter (where status = ${status}))::int`;
  const { rows } = await sql<Shape<'AffiliateOverview'>>`
    select json_build_object('pending', ${counted('pending')}, 'approved', ${counted('approved')}, 'declined', ${counted('declined')},
      'suspended', ${counted('suspended')}) as affiliates, ${clicksOf(all)} as clicks, ${clicksOf(all, 'visitors')} as visitors, ${moneyOf(all)} as money
    from affiliates where organisation_id = ${organisationId}`.execute(db);
  return rows[0] as Shape<'AffiliateOverview'>;
}

/**
 * Returns the four numbers of one course.
 * @throws NotFoundError
 */
export async function getCourseReferrals({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Shape<'CourseReferrals'>> {
  await requireCourse(db, organisationId, courseId);
  const own = sql`m.organisation_id = ${organisationId} and m.course_id = ${courseId}`;
  const { rows } = await sql<Shape<'CourseReferrals'>>`
    select ${clicksOf(own)} as clicks, (select coalesce(sum(orders), 0)::float8 from affiliate_money_totals m where ${own}) as orders,
      ${amountsOf(own, 'revenue')} as revenue, ${amountsOf(own, 'commission')} as commission`.execute(db);
  return rows[0] as Shape<'CourseReferrals'>;
}

const SUMS = { revenue: sql`sum(revenue)`, commission: sql`sum(pending + payable + settled)` };

const amountsOf = (condition: RawBuilder<unknown>, of: keyof typeof SUMS): RawBuilder<unknown> => sql`array(
  select json_build_object('currency', currency, 'livemode', livemode, 'amount', ${SUMS[of]})
  from affiliate_money_totals m where ${condition} group by currency, livemode order by livemode desc, currency)`;

/**
 * Returns the numbers of the user in each program, or in one.
 * @param affiliateId restricts the result to this affiliate
 * @throws NotFoundError if the user is not this affiliate
 */
export async function getDashboard({ db }: Pick<Tools, 'db'>, user: User, affiliateId: string | undefined): Promise<Shape<'AffiliateDashboard'>> {
  const programs = await readNumbers(db, user, affiliateId);
  if (affiliateId !== undefined && programs.length === 0) throw new NotFoundError();
  return { programs };
}

async function readNumbers(db: Executor, { actorId }: User, affiliateId: string | undefined): Promise<Shape<'AffiliateNumbers'>[]> {
  const own = sql`m.organisation_id = a.organisation_id and m.affiliate_id = a.id`;
  const { rows } = await sql<Shape<'AffiliateNumbers'>>`
    select a.id as affiliate_id, json_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain) as organisation, a.status,
      ${clicksOf(own)} as clicks, ${clicksOf(own, 'visitors')} as visitors, ${moneyOf(own)} as money
    from affiliates a join organisations o on o.id = a.organisation_id
    where a.user_id = ${actorId} and o.closed_at is null and (${affiliateId ?? null}::uuid is null or a.id = ${affiliateId ?? null}::uuid)
    order by a.created_at, a.id limit 200`.execute(db);
  return rows;
}
