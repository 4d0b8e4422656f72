import { receiveNotification } from '../../domain/commerce/orders/notifications.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'receiveGatewayNotification'> = async ({ tools, signed }) => {
  await receiveNotification(tools, signed());
  return { status: 200, body: { received: true } };
};
