import type { Executor } from '../../platform/database/connect.ts';
import { NotFoundError } from '../errors.ts';

export interface OrganisationDefaults {
  language: string;
  timezone: string;
  /** Most courses the plan allows; null: no limit. */
  course_limit: number | null;
}

/**
 * Takes the organisation's turn for changes that must be counted or named one after another (courses and their slugs), until the transaction ends.
 * Lock order: organisation, course, chapter, lesson.
 */
export async function lockOrganisation(trx: Executor, organisationId: string): Promise<OrganisationDefaults> {
  const row = await trx
    .selectFrom('organisations')
    .innerJoin('platform_subscriptions', 'platform_subscriptions.organisation_id', 'organisations.id')
    .innerJoin('plans', 'plans.id', 'platform_subscriptions.plan_id')
    .select(['organisations.language', 'organisations.timezone', 'plans.course_limit'])
    .where('organisations.id', '=', organisationId)
    .forNoKeyUpdate('organisations')
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  return row;
}
