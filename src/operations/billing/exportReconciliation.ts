import { exportReconciliation } from '../../domain/commerce/reconciliation/reports.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportReconciliation'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'reconciliation.csv', await exportReconciliation(tools, caller, path.id, query)),
});
