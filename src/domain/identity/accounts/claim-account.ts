import { DatabaseError } from 'pg';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { AccountClaim } from '../../organisations/invites/accept-invite.ts';
import { lockHeldLearner } from '../../organisations/invites/held-learner.ts';
import { releaseAddresses } from './hand-over.ts';

/**
 * Gives a learner's account to whoever has just proved that they own this address: it becomes the address of the account, and then `prove` verifies it. An
 * account that holds the address without proof loses it. An account that has verified the address stays as it is, and nothing is merged. Locks the user, as
 * does the use of a card.
 * @param prove `proveAddress` if the learner is signed in, otherwise `handOver`, which removes all previous ways into the account
 * @throws ValidationError for `field` (invalid: the organisation no longer has authority over the account; taken: the address has another account)
 */
export async function claimAccount(
  trx: Executor,
  { userId, organisationId, email }: AccountClaim,
  origin: Pick<Origin, 'requestId' | 'ip'>,
  field: string,
  prove: (trx: Executor, userId: string, origin: Pick<Origin, 'requestId' | 'ip'>) => Promise<void>,
): Promise<void> {
  const email_key = emailKey(email);
  const held = await lockHeldLearner(trx, organisationId, userId);
  if (!held) throw new ValidationError([{ field, code: 'invalid', message: 'The organisation no longer manages the account.' }]);
  if (held.email_key !== email_key) await releaseAddresses(trx, [email_key]);
  await trx
    .updateTable('users')
    .set({ email, email_key, has_mailbox: true })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.constraint !== 'users_email_key') throw error;
      throw new ValidationError([{ field, code: 'taken', message: 'An account with this address already exists.' }]);
    });
  await prove(trx, userId, origin);
}
