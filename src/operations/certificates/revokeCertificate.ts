import { revokeCertificate } from '../../domain/certificates/issuing/revoke.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'revokeCertificate'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await revokeCertificate(tools, caller, path.certificate_id, body),
});
