import { createInvite } from '../../domain/affiliates/program/invites.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createAffiliateInvite'> = async ({ tools, caller, body }) => ({
  status: 201,
  body: await createInvite(tools, caller, body),
});
