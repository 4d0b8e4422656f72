import { listKeys } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listApiKeys'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listKeys(tools, caller, query)),
});
