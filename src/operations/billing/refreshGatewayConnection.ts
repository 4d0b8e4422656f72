import { refreshConnection } from '../../domain/commerce/gateway/connection.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'refreshGatewayConnection'> = async ({ tools, caller }) => ({ status: 200, body: await refreshConnection(tools, caller) });
