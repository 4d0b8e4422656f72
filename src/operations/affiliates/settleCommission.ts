import { settleCommission } from '../../domain/affiliates/commissions/commissions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'settleCommission'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await settleCommission(tools, caller, path.id, body),
});
