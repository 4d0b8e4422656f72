import { getEndpoint } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getWebhookEndpoint'> = async ({ tools, caller, path }) => ({ status: 200, body: await getEndpoint(tools, caller, path.id) });
