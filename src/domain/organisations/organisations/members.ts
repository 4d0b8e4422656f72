import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Role } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Ends the caller's membership, regardless of their role.
 * @throws NotFoundError */
export async function leave({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  const { organisationId, actorId } = caller;
  await inTransaction(db, async (trx) => {
    const before = await trx
      .deleteFrom('memberships')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', actorId)
      .returning('role')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'member.left', objectId: actorId, before, after: null });
  });
}

/** Changes the role of a member. */
export async function changeRole(trx: Executor, actor: Actor, userId: string, from: Role, to: Role): Promise<void> {
  const { organisationId } = actor;
  await trx.updateTable('memberships').set({ role: to }).where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();
  await recordChange(trx, actor, { action: 'membership.updated', objectId: userId, before: { role: from }, after: { role: to } });
}
