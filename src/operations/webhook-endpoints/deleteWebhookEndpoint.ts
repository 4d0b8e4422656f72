import { deleteEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteWebhookEndpoint'> = async ({ db, caller, path }) => {
  await deleteEndpoint(db, caller, path.id);
  return { status: 204 };
};
