import { listOrders } from '../../domain/commerce/orders/list-orders.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOrders'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOrders(tools, caller, query)),
});
