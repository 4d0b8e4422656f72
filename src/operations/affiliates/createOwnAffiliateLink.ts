import { createOwnLink } from '../../domain/affiliates/partners/links.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createOwnAffiliateLink'> = async ({ tools, user, body }) => ({
  status: 201,
  body: await createOwnLink(tools, user, body),
});
