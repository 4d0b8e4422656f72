import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { getPlatformSubscription } from '../../commerce/platform-purchases/describe.ts';
import { endPurchases } from '../../commerce/platform-purchases/end-purchases.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deleteSubscription, replaceSubscription } from '../../organisations/plans/subscriptions.ts';

type QaTools = Pick<Tools, 'db' | 'clock'>;

/**
 * Gives the organisation any plan in any state, without payment. Its paid plan, if any, ends. For QA only.
 * @throws ValidationError
 */
export function giveSubscription({ db, clock }: QaTools, caller: Caller, input: Shape<'QaSubscriptionWrite'>): Promise<Shape<'PlatformSubscription'>> {
  return inTransaction(db, async (trx) => {
    await endPurchases(trx, [caller.organisationId], ['plan'], timeOf(clock));
    await replaceSubscription({ db: trx }, caller, input);
    return getPlatformSubscription({ db: trx }, caller);
  });
}

/**
 * Removes the organisation's plan. Its paid plan, if any, ends. For QA only.
 * @throws NotFoundError
 */
export function takeSubscription({ db, clock }: QaTools, caller: Caller): Promise<void> {
  return inTransaction(db, async (trx) => {
    await endPurchases(trx, [caller.organisationId], ['plan'], timeOf(clock));
    await deleteSubscription({ db: trx }, caller);
  });
}
