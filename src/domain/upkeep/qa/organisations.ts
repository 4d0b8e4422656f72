import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Ends the caller's membership, whatever their role.
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

/** As though no creator of the organisation had verified their address. */
export async function unverify({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const changed = await trx
      .updateTable('organisations')
      .set({ verified_at: null })
      .where('id', '=', organisationId)
      .where('verified_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    await recordChange(trx, caller, { action: 'organisation.updated', objectId: organisationId, before: { is_verified: true }, after: { is_verified: false } });
  });
}
