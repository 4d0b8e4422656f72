import { listProviders } from '../../domain/identity/accounts/linked-providers.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnProviders'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listProviders(tools, user, query)),
});
