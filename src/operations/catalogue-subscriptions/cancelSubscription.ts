import { cancelSubscription } from '../../domain/commerce/subscriptions/cancel-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'cancelSubscription'> = async ({ tools, visitingCaller, path }) => ({
  status: 200,
  body: await cancelSubscription(tools, await visitingCaller(), path.id),
});
