import type { Executor } from '../../../platform/database/connect.ts';
import { isInHandsOf } from '../../kernel/ownership.ts';

/** Returns and locks a learner of the organisation over whose account it has authority. */
export const lockHeldLearner = (trx: Executor, organisationId: string, userId: string): Promise<{ email_key: string } | undefined> =>
  trx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.email_key')
    .where('users.id', '=', userId)
    .where(isInHandsOf(organisationId))
    .where('memberships.organisation_id', '=', organisationId)
    .where('memberships.role', '=', 'learner')
    .forUpdate('users')
    .executeTakeFirst();
