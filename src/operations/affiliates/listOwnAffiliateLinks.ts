import { listOwnLinks } from '../../domain/affiliates/partners/links.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnAffiliateLinks'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnLinks(tools, user, query)),
});
