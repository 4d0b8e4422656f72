import { getOwnOrder } from '../../domain/commerce/orders/own-orders.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOwnOrder'> = async ({ tools, visitingCaller, path, query }) => ({
  status: 200,
  body: await getOwnOrder(tools, await visitingCaller(), path.id, query.refresh),
});
