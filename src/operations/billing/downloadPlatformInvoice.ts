import { downloadPlatformInvoice } from '../../domain/commerce/platform-purchases/invoices.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadPlatformInvoice'> = async ({ tools, caller, path }) => {
  const { name, content } = await downloadPlatformInvoice(tools, caller, path.id);
  return { status: 200, body: new FileReply('application/pdf', name, content) };
};
