import { nameOwnCertificate } from '../../domain/certificates/holding/own-progress.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'nameOwnCertificate'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await nameOwnCertificate(tools, caller, path.course_pk, body),
});
