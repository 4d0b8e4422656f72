import { deleteEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteWebhookEndpoint'> = async ({ tools, caller, path }) => {
  await deleteEndpoint(tools, caller, path.id);
  return { status: 204 };
};
