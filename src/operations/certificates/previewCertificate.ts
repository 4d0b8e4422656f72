import { previewCertificate } from '../../domain/certificates/printing/preview.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'previewCertificate'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: new FileReply('application/pdf', 'certificate.pdf', await previewCertificate(tools, caller, path.course_pk, body)),
});
