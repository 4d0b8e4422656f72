import { startBackfill } from '../../domain/certificates/issuing/backfill.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'backfillCertificates'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await startBackfill(tools, caller, path.course_pk, body),
});
