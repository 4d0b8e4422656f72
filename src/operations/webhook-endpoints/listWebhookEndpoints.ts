import { listEndpoints } from '../../domain/messages/webhooks/endpoints.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listWebhookEndpoints'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listEndpoints(tools, caller, query)),
});
