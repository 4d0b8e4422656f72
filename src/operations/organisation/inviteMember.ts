import { inviteMember } from '../../domain/identity/members/invite-member.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'inviteMember'> = async ({ tools, caller, body }) => {
  const { isNew, invite } = await inviteMember(tools, caller, body);
  return { status: isNew ? 201 : 200, body: invite };
};
