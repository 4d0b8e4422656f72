import { listOfferedPlans } from '../../domain/commerce/plans/list-plans.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOfferedPlans'> = async ({ tools, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOfferedPlans(tools, path.org_slug, query)),
});
