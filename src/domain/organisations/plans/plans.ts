import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { gathered, gatheringOn } from '../../../platform/database/gathering.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';

const PLAN_COLUMNS = [
  'plans.id',
  'plans.name',
  'course_limit',
  'api_key_limit',
  'learner_limit',
  'storage_limit_bytes',
  'platform_fee_bp',
  sql<Shape<'PlatformPrice'>[]>`(select coalesce(json_agg(json_build_object('interval', p.interval, 'amount', p.amount, 'currency', p.currency)
    order by p.interval), '[]') from plan_prices p where p.plan_id = plans.id)`.as('prices'),
] as const;

/** The plan of organisations that do not pay for one. */
export const FREE_PLAN = 'free';

/** Lists the plans, smallest first. */
export async function listPlans({ db }: Pick<Tools, 'db'>, paging: Paging): Promise<Page<Shape<'Plan'>>> {
  const [count, results] = await Promise.all([
    countRows(db.selectFrom('plans')),
    db
      .selectFrom('plans')
      .select([...PLAN_COLUMNS])
      .orderBy('position')
      .orderBy('id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

type Limit = 'course_limit' | 'api_key_limit' | 'learner_limit' | 'storage_limit_bytes';

/**
 * Returns a limit of the organisation's plan. Null means no limit; without a plan the limit is 0. In a transaction, a limit also locks the subscription until
 * the transaction ends, so that concurrent transactions count against the limit one after another. Without a limit, nothing is locked.
 * @param isTaken whether the caller takes something of the limit; if false, nothing is locked
 */
export async function planLimit(db: Executor, organisationId: string, limit: Limit, { isTaken = db.isTransaction } = {}): Promise<number | null> {
  const read = async () => {
    const plan = await selectPlan(db, organisationId).select(`plans.${limit} as most`).executeTakeFirst();
    return plan ? plan.most : 0;
  };
  const most = await read();
  if (most === null || !isTaken) return most;
  await db.selectFrom('platform_subscriptions').select('organisation_id').where('organisation_id', '=', organisationId).forNoKeyUpdate().execute();
  return read();
}

/** Returns the platform's share of each sale, in hundredths of a percent. */
export const platformFeeRate = (db: Executor, organisationId: string): RawBuilder<number> =>
  sql<number>`coalesce((${selectPlan(db, organisationId).select('platform_fee_bp')}), 0)`;

const selectPlan = (db: Executor, organisationId: string) =>
  db.selectFrom('platform_subscriptions').innerJoin('plans', 'plans.id', 'platform_subscriptions.plan_id').where('organisation_id', '=', organisationId);

/** The organisation's defaults for a new course, and the limit of the plan, as `planLimit` returns it. */
interface CourseTerms {
  language: string;
  timezone: string;
  limit: number | null;
}

const selectCourseTerms = prepared((db, organisationIds: readonly string[]) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${gathered(organisationIds, 'uuid')})`.as<'asked'>(sql`asked (id)`))
    .innerJoin('organisations', 'organisations.id', 'asked.id')
    .leftJoin('platform_subscriptions', 'platform_subscriptions.organisation_id', 'organisations.id')
    .leftJoin('plans', 'plans.id', 'platform_subscriptions.plan_id')
    .select(['organisations.id', 'language', 'timezone', sql<number | null>`case when plans.id is null then 0 else plans.course_limit end`.as('limit')]),
);

const courseTermsOf = gatheringOn(async (db, organisationIds: readonly string[]): Promise<(CourseTerms | undefined)[]> => {
  const found = new Map((await selectCourseTerms(db, organisationIds)).map(({ id, ...terms }) => [id, terms]));
  return organisationIds.map((id) => found.get(id));
});

/**
 * Reads the terms in one batch with those requested at the same time.
 * @throws NotFoundError
 */
export async function readCourseTerms(db: Executor, organisationId: string): Promise<CourseTerms> {
  const terms = await courseTermsOf(db, organisationId);
  if (!terms) throw new NotFoundError();
  return terms;
}

/**
 * Returns the plan of the organisation, without its billing.
 * @throws NotFoundError if the organisation has no subscription
 */
export async function getSubscription(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Pick<Caller, 'organisationId'>,
): Promise<Omit<Shape<'PlatformSubscription'>, 'billing'>> {
  const { status, subscribed_at, ...plan } = await selectPlan(db, organisationId)
    .select([...PLAN_COLUMNS, 'status', 'platform_subscriptions.created_at as subscribed_at'])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { plan, status, created_at: subscribed_at };
}
