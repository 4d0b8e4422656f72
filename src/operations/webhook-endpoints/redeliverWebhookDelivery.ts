import { redeliver } from '../../domain/messages/webhooks/deliveries.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'redeliverWebhookDelivery'> = async ({ db, clock, caller, path, take }) => {
  await take('webhook', caller.organisationId);
  return { status: 202, body: await redeliver(db, clock, caller, { endpointId: path.endpoint_id, id: path.delivery_id }) };
};
