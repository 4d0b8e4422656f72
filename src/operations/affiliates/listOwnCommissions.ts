import { listOwnCommissions } from '../../domain/affiliates/commissions/commissions.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnCommissions'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnCommissions(tools, user, query)),
});
