import { getGuestOrder } from '../../domain/commerce/orders/guest-order.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getGuestOrder'> = async ({ tools, viewer, visitor, path, query }) => ({
  status: 200,
  body: await getGuestOrder(tools, await viewer(), path.id, { visitorId: visitor.id, refresh: query.refresh }),
});
