import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { isId } from '../../kernel/ids.ts';
import { PLAN_COLUMNS, plansOf } from '../plans/columns.ts';

/**
 * Reads a plan that the caller can subscribe to, with its current terms.
 * @throws ValidationError if there is none
 * @throws DomainError plan_archived
 */
export async function readOffered(db: Executor, { organisationId }: Pick<Caller, 'organisationId'>, planId: string) {
  const plan = isId(planId) ? await plansOf(db, organisationId).where('catalogue_plans.id', '=', planId).select(PLAN_COLUMNS).executeTakeFirst() : undefined;
  if (!plan) throw new ValidationError([{ field: 'plan_id', code: 'unknown', message: 'The organisation has no such plan.' }]);
  if (plan.archived_at !== null) throw new DomainError('plan_archived', 'The plan is archived.');
  return plan;
}

export type OfferedPlan = Awaited<ReturnType<typeof readOffered>>;
