import { startSubscription } from '../../domain/commerce/subscriptions/start-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startSubscription'> = async ({ tools, visitingCaller, body }) => {
  const { begins, checkout } = await startSubscription(tools, await visitingCaller(), body);
  return { status: begins ? 201 : 200, body: checkout };
};
