import { listRecentScans } from '../../domain/assessment/answer-sheets/scans/list-scans.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listRecentScans'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listRecentScans(tools, caller, query)),
});
