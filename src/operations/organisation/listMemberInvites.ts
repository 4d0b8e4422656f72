import { listInvites } from '../../domain/organisations/invites/manage-invites.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listMemberInvites'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listInvites(tools, caller, query)),
});
