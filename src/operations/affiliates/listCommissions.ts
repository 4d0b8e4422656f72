import { listCommissions } from '../../domain/affiliates/commissions/commissions.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCommissions'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCommissions(tools, caller, query)),
});
