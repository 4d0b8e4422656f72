import { redeliver } from '../../domain/messages/webhooks/deliveries.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'redeliverWebhookDelivery'> = async ({ tools, caller, path }) => {
  return { status: 202, body: await redeliver(tools, caller, { endpointId: path.endpoint_id, id: path.delivery_id }) };
};
