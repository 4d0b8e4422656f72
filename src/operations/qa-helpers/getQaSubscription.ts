import { getSubscription } from '../../domain/organisations/plans/plans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getQaSubscription'> = async ({ tools, caller }) => ({ status: 200, body: await getSubscription(tools, caller) });
