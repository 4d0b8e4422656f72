import { listObjects } from '../../domain/learning/uploads/list-objects.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listStorageObjects'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: pagedLedger(address, query, await listObjects(tools, caller, query)),
});
