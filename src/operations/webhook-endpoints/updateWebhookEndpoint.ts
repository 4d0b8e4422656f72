import { updateEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateWebhookEndpoint'> = async ({ db, clock, keyring, caller, path, body }) => ({
  status: 200,
  body: await updateEndpoint({ db, clock, keyring }, caller, path.id, body),
});
