import { verifyCertificate } from '../../domain/certificates/holding/verify.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'verifyCertificate'> = async ({ tools, path, query }) => ({
  status: 200,
  body: await verifyCertificate(tools, path.serial, query.key),
});
