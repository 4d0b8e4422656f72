import { changePlan } from '../../domain/commerce/subscriptions/change-plan.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'changePlan'> = async ({ tools, visitingCaller, path, body }) => ({
  status: 200,
  body: await changePlan(tools, await visitingCaller(), path.id, body),
});
