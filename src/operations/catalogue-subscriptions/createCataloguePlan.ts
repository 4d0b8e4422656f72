import { createPlan } from '../../domain/commerce/plans/manage-plans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCataloguePlan'> = async ({ tools, caller, body }) => ({ status: 201, body: await createPlan(tools, caller, body) });
