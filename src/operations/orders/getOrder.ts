import { getOrder } from '../../domain/commerce/orders/list-orders.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOrder'> = async ({ tools, caller, path }) => ({ status: 200, body: await getOrder(tools, caller, path.id) });
