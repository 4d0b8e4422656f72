import { listKeys } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listApiKeys'> = async ({ db, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listKeys(db, caller, query)),
});
