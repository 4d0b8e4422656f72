import { listFunnel } from '../../domain/affiliates/funnel/read-funnel.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAffiliateFunnel'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listFunnel(tools, caller, query)),
});
