import { listOwnAffiliations } from '../../domain/affiliates/partners/own-affiliations.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnAffiliations'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnAffiliations(tools, user, query)),
});
