import { unsubscribe } from '../../domain/messages/notifications/unsubscribe.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'unsubscribe'> = async ({ tools, body }) => ({ status: 200, body: await unsubscribe(tools, body.token) });
