import { settleOrderFlag } from '../../domain/commerce/orders/settle-flag.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'settleOrderFlag'> = async ({ tools, caller, path }) => {
  await settleOrderFlag(tools, caller, path.id);
  return { status: 204 };
};
