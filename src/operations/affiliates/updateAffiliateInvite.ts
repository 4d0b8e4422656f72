import { updateInvite } from '../../domain/affiliates/program/invites.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAffiliateInvite'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateInvite(tools, caller, path.id, body),
});
