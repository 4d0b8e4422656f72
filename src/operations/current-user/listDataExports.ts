import { listDataExports } from '../../domain/upkeep/privacy/data-exports.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listDataExports'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listDataExports(tools, user, query)),
});
