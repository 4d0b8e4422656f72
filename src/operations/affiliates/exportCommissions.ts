import { exportCommissions } from '../../domain/affiliates/commissions/exports.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportCommissions'> = async ({ tools, caller, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'commissions.csv', exportCommissions(tools, caller, query)),
});
