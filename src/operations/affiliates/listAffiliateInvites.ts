import { listInvites } from '../../domain/affiliates/program/invites.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAffiliateInvites'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listInvites(tools, caller, query)),
});
