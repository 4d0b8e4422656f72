import { connectGateway } from '../../domain/commerce/gateway/connection.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'connectGateway'> = async ({ tools, caller }) => ({ status: 200, body: await connectGateway(tools, caller) });
