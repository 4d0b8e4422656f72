import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { archivePlan, createPlan, updatePlan, wholePlan } from './manage-plans.ts';

/** Reads the newest plan that is not archived. */
export const selectNewest = (db: Executor, organisationId: string) =>
  db.selectFrom('catalogue_plans').select('id').where('organisation_id', '=', organisationId).where('archived_at', 'is', null).orderBy('id', 'desc').limit(1);

const lockNewest = (trx: Executor, organisationId: string) => selectNewest(trx, organisationId).forNoKeyUpdate().executeTakeFirst();

/** Gives the newest plan that is not archived these terms, or creates one.
 * @throws ValidationError */
export function replaceQaPlan({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, input: Shape<'CataloguePlanWrite'>): Promise<Shape<'CataloguePlan'>> {
  return inTransaction(db, async (trx) => {
    const newest = await lockNewest(trx, caller.organisationId);
    if (!newest) return createPlan({ db: trx, clock }, caller, input);
    return updatePlan({ db: trx, clock }, caller, newest.id, wholePlan(input));
  });
}

/** Archives the newest plan that is not archived.
 * @throws NotFoundError */
export function deleteQaPlan({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller): Promise<void> {
  return inTransaction(db, async (trx) => {
    const newest = await lockNewest(trx, caller.organisationId);
    if (!newest) throw new NotFoundError();
    await archivePlan({ db: trx, clock }, caller, newest.id);
  });
}
