import { settleCommissions } from '../../domain/affiliates/commissions/settle-many.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'settleCommissions'> = async ({ tools, caller, body }) => ({ status: 200, body: await settleCommissions(tools, caller, body) });
