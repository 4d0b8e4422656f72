import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/connect.ts';
import { leave } from '../../identity/members/members.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectSubscriptions } from './columns.ts';

/** The condition for subscriptions that will be charged again, because they are not cancelled. */
const isRunning = sql<boolean>`state in ('trialing', 'active', 'past_due', 'unpaid') and not cancels_at_period_end`;

/**
 * Ends the caller's own membership, unless they still pay for it.
 * @throws NotFoundError
 * @throws DomainError subscription_active, last_owner
 */
export function leaveOrganisation({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  return inTransaction(db, async (trx) => {
    const running = await selectSubscriptions(trx, caller.organisationId)
      .where('user_id', '=', caller.actorId)
      .where(isRunning)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (running) throw new DomainError('subscription_active', 'Your subscription is still active. Cancel it first.', { subscription_id: running.id });
    await leave({ db: trx }, caller);
  });
}
