import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange, recordChanges } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Marks the organisations that the user created as verified, because the user's email address is verified. */
export async function verifyOrganisationsOf(trx: Executor, userId: string, actorIn: (organisationId: string) => Actor): Promise<void> {
  const verified = await trx
    .updateTable('organisations')
    .set({ verified_at: sql<string>`now()` })
    .where('created_by', '=', userId)
    .where('verified_at', 'is', null)
    .returning('id')
    .execute();
  await recordChanges(
    trx,
    verified.map(({ id }) => ({
      actor: actorIn(id),
      action: 'organisation.updated',
      objectId: id,
      before: { is_verified: false },
      after: { is_verified: true },
    })),
  );
}

/** Resets the organisation to unverified, as if none of its creators had verified their email address. */
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
