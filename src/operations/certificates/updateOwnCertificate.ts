import { updateOwnCertificate } from '../../domain/certificates/holding/own-certificates.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateOwnCertificate'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateOwnCertificate(tools, caller, path.certificate_id, body),
});
