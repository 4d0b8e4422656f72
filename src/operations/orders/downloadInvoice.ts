import { downloadInvoice } from '../../domain/commerce/invoices/read.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadInvoice'> = async ({ tools, caller, path, query }) => {
  const { name, content } = await downloadInvoice(tools, caller, path.id, query.number);
  return { status: 200, body: new FileReply('application/pdf', name, content) };
};
