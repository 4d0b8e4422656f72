import { getSubscription } from '../../domain/billing/plans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getQaSubscription'> = async ({ db, caller }) => ({ status: 200, body: await getSubscription(db, caller) });
