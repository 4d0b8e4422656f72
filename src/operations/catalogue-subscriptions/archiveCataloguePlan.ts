import { archivePlan } from '../../domain/commerce/plans/manage-plans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'archiveCataloguePlan'> = async ({ tools, caller, path }) => ({ status: 200, body: await archivePlan(tools, caller, path.id) });
