import { listDeliveries } from '../../domain/messages/webhooks/deliveries.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listWebhookDeliveries'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: pagedLedger(address, query, await listDeliveries(tools, caller, path.endpoint_id, query)),
});
