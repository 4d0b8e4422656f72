import { exportPurchases } from '../../domain/analytics/purchases/export-purchases.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportPurchases'> = async ({ tools, caller, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'purchases.csv', await exportPurchases(tools, caller, query)),
});
