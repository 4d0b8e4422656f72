import { getBackfill } from '../../domain/certificates/issuing/backfill.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCertificateBackfill'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getBackfill(tools, caller, path.course_pk),
});
