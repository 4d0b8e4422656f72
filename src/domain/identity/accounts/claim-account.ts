import type { Executor } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { AccountClaim } from '../../organisations/invites/accept-invite.ts';
import { lockHeldLearner } from '../../organisations/invites/held-learner.ts';
import { lockForAddress, takeAddress } from './take-address.ts';

/**
 * Gives the account of a learner to whoever has just proved that this address is theirs: it becomes the address of the account (`takeAddress`), and then `prove`
 * verifies it. Locks the user, as the use of a card does.
 * @param prove `proveAddress` if the learner is signed in, otherwise `handOver`, which removes what gave access to the account before
 * @throws ValidationError for `field` (invalid: the account is in other hands now; taken: the address has another account)
 */
export async function claimAccount(
  trx: Executor,
  { userId, organisationId, email }: AccountClaim,
  origin: Pick<Origin, 'requestId' | 'ip'>,
  field: string,
  prove: (trx: Executor, userId: string, origin: Pick<Origin, 'requestId' | 'ip'>) => Promise<void>,
): Promise<void> {
  await lockForAddress(trx, userId, email);
  const held = await lockHeldLearner(trx, organisationId, userId);
  if (!held) throw new ValidationError([{ field, code: 'invalid', message: 'The organisation no longer holds the account.' }]);
  await takeAddress(trx, userId, held.email_key, email, field);
  await prove(trx, userId, origin);
}
