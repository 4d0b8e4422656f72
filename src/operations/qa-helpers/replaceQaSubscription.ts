import { giveSubscription } from '../../domain/upkeep/qa/subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceQaSubscription'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await giveSubscription(tools, caller, body),
});
