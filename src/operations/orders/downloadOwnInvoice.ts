import { downloadOwnInvoice } from '../../domain/commerce/invoices/read.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadOwnInvoice'> = async ({ tools, visitingCaller, path, query }) => {
  const { name, content } = await downloadOwnInvoice(tools, await visitingCaller(), path.id, query.number);
  return { status: 200, body: new FileReply('application/pdf', name, content) };
};
