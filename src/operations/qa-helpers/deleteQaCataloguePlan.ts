import { deleteQaPlan } from '../../domain/commerce/plans/qa-plan.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaCataloguePlan'> = async ({ tools, caller }) => {
  await deleteQaPlan(tools, caller);
  return { status: 204 };
};
