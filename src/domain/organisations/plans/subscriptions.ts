import { DatabaseError } from 'pg';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

const lockSubscription = (trx: Executor, organisationId: string) =>
  trx.selectFrom('platform_subscriptions').select(['plan_id', 'status']).where('organisation_id', '=', organisationId).forUpdate().executeTakeFirst();

/** Sets any plan in any state, without payment.
 * @throws ValidationError */
export function replaceSubscription({ db }: Pick<Tools, 'db'>, caller: Caller, input: Shape<'QaSubscriptionWrite'>): Promise<void> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await lockSubscription(trx, organisationId);
    await trx
      .insertInto('platform_subscriptions')
      .values({ organisation_id: organisationId, ...input })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(input))
      .execute()
      .catch(refuseUnknownPlan);
    const action = before ? 'subscription.updated' : 'subscription.created';
    await recordChange(trx, caller, { action, objectId: organisationId, before: before ?? null, after: { ...input } });
  });
}

/** @throws NotFoundError */
export async function deleteSubscription({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const before = await trx
      .deleteFrom('platform_subscriptions')
      .where('organisation_id', '=', organisationId)
      .returning(['plan_id', 'status'])
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'subscription.deleted', objectId: organisationId, before, after: null });
  });
}

/** Gives the organisation a plan that was bought, or the plan that follows it. Its limits take effect when the transaction commits. */
export async function assignPlan(trx: Executor, organisationId: string, plan: Shape<'QaSubscriptionWrite'>): Promise<void> {
  await trx
    .insertInto('platform_subscriptions')
    .values({ organisation_id: organisationId, ...plan })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(plan))
    .execute();
}

function refuseUnknownPlan(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'platform_subscriptions_plan_id_fkey')
    throw new ValidationError([{ field: 'plan_id', code: 'unknown', message: 'This plan does not exist.' }]);
  throw error;
}
