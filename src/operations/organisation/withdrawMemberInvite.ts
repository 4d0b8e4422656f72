import { withdrawInvite } from '../../domain/organisations/invites/manage-invites.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'withdrawMemberInvite'> = async ({ tools, caller, path }) => {
  await withdrawInvite(tools, caller, path.id);
  return { status: 204 };
};
