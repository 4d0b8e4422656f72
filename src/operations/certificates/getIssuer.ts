import { getIssuer } from '../../domain/certificates/holding/verify.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getIssuer'> = async ({ tools, path }) => ({
  status: 200,
  body: await getIssuer(tools, path.organisation_id),
});
