import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { inviteMember as invite, type SentInvite } from '../../organisations/invites/manage-invites.ts';
import { isSignInName } from '../accounts/sign-in-names.ts';

/**
 * Invites the owner of an address, and sends an email. If the address is already invited, its invitation is renewed instead.
 * @throws ValidationError also for an address that is only a sign-in name
 * @throws DomainError permission_denied, already_member, throttled
 */
export async function inviteMember(tools: Pick<Tools, 'db' | 'clock' | 'base'>, caller: Caller, input: Shape<'MemberInviteWrite'>): Promise<SentInvite> {
  if (isSignInName(tools, input.email)) throw new ValidationError([{ field: 'email', code: 'reserved', message: 'This address cannot receive email.' }]);
  return invite(tools, caller, input);
}
