import { listObjects } from '../../domain/organisations/storage/objects.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listStorageObjects'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listObjects(tools, caller, query)),
});
