import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Person } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type Identity, linkIdentity } from './link-identity.ts';

/** The first factor of a sign-in. */
export interface FirstFactor {
  byPassword: boolean;
  /** An identity at a provider that has vouched for the address of the account. It is linked when the sign-in is complete. */
  identity?: Identity;
}

/**
 * Completes a sign-in, by any method: cancels a scheduled deletion of the account. If the password required a code (`proveByMailAlone`) and the sign-in began
 * with the password, it no longer requires one. After any other sign-in, such a password is removed, because it may belong to a stranger and the account's
 * owner can sign in without it. A sign-in that was overtaken by the end of all sessions changes nothing.
 */
export async function finishSignIn(db: Executor, userId: string, epoch: number, { byPassword }: FirstFactor): Promise<void> {
  await db
    .updateTable('users')
    .set({
      deletion_due_at: null,
      password_hash: sql<string | null>`case when ${byPassword} or code_unless_from is null then password_hash end`,
      code_unless_from: null,
      code_unless_until: null,
    })
    .where('id', '=', userId)
    .where('session_epoch', '=', epoch)
    .where((eb) => eb.or([eb('deletion_due_at', 'is not', null), eb('code_unless_from', 'is not', null)]))
    .execute();
}

/** Completes a sign-in whose second factor was correct. */
export async function finishWithSecondFactor({ db }: Pick<Tools, 'db'>, user: Person & { epoch: number }, first: FirstFactor): Promise<void> {
  await inTransaction(db, async (trx) => {
    await finishSignIn(trx, user.actorId, user.epoch, first);
    if (first.identity) await linkIdentity(trx, user.actorId, first.identity, user);
  });
}
