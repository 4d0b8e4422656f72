import { createEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createWebhookEndpoint'> = async ({ db, clock, keyring, caller, body, take }) => {
  await take('webhook', caller.organisationId);
  return { status: 201, body: await createEndpoint({ db, clock, keyring }, caller, body) };
};
