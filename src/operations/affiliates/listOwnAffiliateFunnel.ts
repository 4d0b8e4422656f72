import { listOwnFunnel } from '../../domain/affiliates/funnel/read-funnel.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnAffiliateFunnel'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnFunnel(tools, user, query)),
});
