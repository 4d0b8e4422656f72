import { sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import type { Caller } from '../caller.ts';
import type { Page, Paging, Shape } from '../contract.ts';
import { NotFoundError } from '../errors.ts';

const PLAN_COLUMNS = ['plans.id', 'plans.name', 'course_limit', 'api_key_limit', 'learner_limit', 'storage_limit_bytes'] as const;

/** Smallest first. */
export async function listPlans(db: Executor, { page, page_size }: Paging): Promise<Page<Shape<'Plan'>>> {
  const [{ count }, results] = await Promise.all([
    db.selectFrom('plans').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    db
      .selectFrom('plans')
      .select([...PLAN_COLUMNS])
      .orderBy('position')
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  return { count, results };
}

/** @throws NotFoundError when the organisation has none */
export async function getSubscription(db: Executor, { organisationId }: Caller): Promise<Shape<'PlatformSubscription'>> {
  const { status, subscribed_at, ...plan } = await db
    .selectFrom('platform_subscriptions')
    .innerJoin('plans', 'plans.id', 'platform_subscriptions.plan_id')
    .select([...PLAN_COLUMNS, 'status', 'platform_subscriptions.created_at as subscribed_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { plan, status, created_at: subscribed_at };
}
