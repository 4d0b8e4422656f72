import { updatePlan } from '../../domain/commerce/plans/manage-plans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateCataloguePlan'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updatePlan(tools, caller, path.id, body),
});
