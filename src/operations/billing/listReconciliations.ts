import { listReconciliations } from '../../domain/commerce/reconciliation/reports.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listReconciliations'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listReconciliations(tools, caller, query)),
});
