import { listLinks } from '../../domain/affiliates/partners/links.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAffiliateLinks'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listLinks(tools, caller, query)),
});
