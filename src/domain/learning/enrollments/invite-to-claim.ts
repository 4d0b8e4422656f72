import { isSignInName } from '../../identity/accounts/sign-in-names.ts';
import type { Caller } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { inviteToClaim, type SentInvite } from '../../organisations/invites/manage-invites.ts';
import { type LearnerPath, requireLearner } from './require-learner.ts';

/**
 * Invites the owner of an address to claim the account of a learner (`inviteToClaim`).
 * @throws NotFoundError
 * @throws ValidationError
 * @throws DomainError permission_denied, account_is_personal, already_member, throttled
 */
export async function inviteLearnerToClaim(
  tools: Pick<Tools, 'db' | 'clock' | 'base'>,
  caller: Caller,
  learner: LearnerPath,
  email: string,
): Promise<SentInvite> {
  const userId = await requireLearner(tools.db, caller, learner);
  if (isSignInName(tools, email)) throw new ValidationError([{ field: 'email', code: 'reserved', message: 'This address cannot receive email.' }]);
  return inviteToClaim(tools, caller, userId, email);
}
