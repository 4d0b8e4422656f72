import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Actor, Origin } from '../../kernel/caller.ts';
import { unless } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { joinAsLearner } from '../../organisations/organisations/learners.ts';
import { verifyOrganisationsOf } from '../../organisations/organisations/verification.ts';
import { makePersonal } from './ownership.ts';

/**
 * Marks the email address of an account as verified. As a result, the account becomes personal, the organisations that its owner created are verified, guest
 * orders for the address become theirs, and they become a learner of the organisation whose join code they used, if it has room.
 */
export async function proveAddress(trx: Executor, userId: string, { requestId, ip }: Pick<Origin, 'requestId' | 'ip'>): Promise<void> {
  const { joining_organisation_id: joining } = await trx
    .selectFrom('users')
    .select('joining_organisation_id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('users')
    .set({ email_verified_at: sql<string>`coalesce(email_verified_at, now())`, joining_organisation_id: null, signed_up_from: null })
    .where('id', '=', userId)
    .execute();
  await makePersonal(trx, userId);
  const userIn = (organisationId: string): Actor & { actorId: string } => ({ organisationId, actorType: 'user', actorId: userId, requestId, ip });
  await verifyOrganisationsOf(trx, userId, userIn);
  await enqueue(trx, 'claim_guest_orders', { user_id: userId });
  // Somebody can have an account even if the organisation that they wanted to join has no room.
  if (joining !== null) await unless('learner_limit', joinAsLearner(trx, userIn(joining)));
}
