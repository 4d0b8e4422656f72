import { exportFunnel } from '../../domain/affiliates/funnel/export-funnel.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportAffiliateFunnel'> = async ({ tools, caller, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'funnel.csv', await exportFunnel(tools, caller, query)),
});
