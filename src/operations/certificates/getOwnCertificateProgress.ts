import { getOwnProgress } from '../../domain/certificates/holding/own-progress.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOwnCertificateProgress'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getOwnProgress(tools, caller, path.course_pk),
});
