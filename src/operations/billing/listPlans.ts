import { listPlans } from '../../domain/organisations/plans/plans.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listPlans'> = async ({ tools, query, address }) => ({ status: 200, body: paged(address, query, await listPlans(tools, query)) });
