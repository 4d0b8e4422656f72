import { listAffiliates } from '../../domain/affiliates/partners/manage-affiliates.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAffiliates'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listAffiliates(tools, caller, query)),
});
