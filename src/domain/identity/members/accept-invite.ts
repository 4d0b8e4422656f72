import type { Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { acceptInvite as accept } from '../../organisations/invites/accept-invite.ts';
import { claimAccount } from '../accounts/claim-account.ts';
import { proveAddress } from '../accounts/prove-address.ts';

/**
 * Makes the user a member with the role of the invitation, or gives them the account that it claims. The mailed token proves the address to which it was sent.
 * @throws ValidationError if the token is wrong, or the invitation has expired, or was withdrawn or accepted by somebody else, or is for another account
 * @throws DomainError learner_limit, recovery_required
 */
export const acceptInvite = (tools: Pick<Tools, 'db' | 'keyring'>, user: Person, token: string): Promise<Shape<'Membership'>> =>
  accept(tools, user, token, {
    proveAddress,
    claimAccount: (trx, claim, origin) => claimAccount(trx, claim, origin, 'token', proveAddress),
  });
