import { disconnectGateway } from '../../domain/commerce/gateway/connection.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteGatewayConnection'> = async ({ tools, caller }) => {
  await disconnectGateway(tools, caller);
  return { status: 204 };
};
