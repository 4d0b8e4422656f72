import { deactivateInvite } from '../../domain/affiliates/program/invites.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deactivateAffiliateInvite'> = async ({ tools, caller, path }) => {
  await deactivateInvite(tools, caller, path.id);
  return { status: 204 };
};
