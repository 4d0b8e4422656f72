import { getConnection } from '../../domain/commerce/gateway/connection.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getGatewayConnection'> = async ({ tools, caller }) => ({ status: 200, body: await getConnection(tools, caller) });
