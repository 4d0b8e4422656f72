import { downloadCertificate } from '../../domain/certificates/holding/own-certificates.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadCertificate'> = async ({ tools, caller, path, query }) => {
  const { type, name, content } = await downloadCertificate(tools, caller, path.certificate_id, query.format);
  return { status: 200, body: new FileReply(type, name, content) };
};
