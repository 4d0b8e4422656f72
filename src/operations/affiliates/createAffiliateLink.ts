import { createLink } from '../../domain/affiliates/partners/links.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createAffiliateLink'> = async ({ tools, caller, body }) => ({
  status: 201,
  body: await createLink(tools, caller, body),
});
