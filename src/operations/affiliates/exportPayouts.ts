import { exportPayouts } from '../../domain/affiliates/commissions/exports.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportPayouts'> = async ({ tools, caller, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'payouts.csv', await exportPayouts(tools, caller, query)),
});
