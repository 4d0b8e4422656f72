import { listOwnOrders } from '../../domain/commerce/orders/own-orders.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnOrders'> = async ({ tools, visitingCaller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnOrders(tools, await visitingCaller(), query)),
});
