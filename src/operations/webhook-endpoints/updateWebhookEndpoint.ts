import { updateEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateWebhookEndpoint'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateEndpoint(tools, caller, path.id, body),
});
