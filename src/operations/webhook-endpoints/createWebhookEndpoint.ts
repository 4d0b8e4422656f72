import { createEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createWebhookEndpoint'> = async ({ tools, caller, body }) => {
  return { status: 201, body: await createEndpoint(tools, caller, body) };
};
