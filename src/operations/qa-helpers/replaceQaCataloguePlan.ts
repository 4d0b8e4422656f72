import { replaceQaPlan } from '../../domain/commerce/plans/qa-plan.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceQaCataloguePlan'> = async ({ tools, caller, body }) => ({ status: 200, body: await replaceQaPlan(tools, caller, body) });
