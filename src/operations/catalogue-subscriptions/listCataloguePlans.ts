import { listPlans } from '../../domain/commerce/plans/list-plans.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCataloguePlans'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listPlans(tools, caller, query)),
});
