import { sendTestEvent } from '../../domain/messages/webhooks/test-events.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendWebhookTestEvent'> = async ({ tools, caller, path, body }) => {
  return { status: 202, body: await sendTestEvent(tools, caller, path.endpoint_id, body) };
};
