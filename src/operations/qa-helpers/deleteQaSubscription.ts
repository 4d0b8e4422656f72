import { takeSubscription } from '../../domain/upkeep/qa/subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaSubscription'> = async ({ tools, caller }) => {
  await takeSubscription(tools, caller);
  return { status: 204 };
};
