import { listMembers } from '../../domain/organisations/organisations/members.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listMembers'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listMembers(tools, caller, query)),
});
