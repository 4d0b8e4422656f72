import { listPurchases } from '../../domain/analytics/purchases/list-purchases.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listPurchases'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: pagedLedger(address, query, await listPurchases(tools, caller, query)),
});
