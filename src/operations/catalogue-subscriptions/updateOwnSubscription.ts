import { updateOwnSubscription } from '../../domain/commerce/subscriptions/update-own-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateOwnSubscription'> = async ({ tools, visitingCaller, path, body }) => ({
  status: 200,
  body: await updateOwnSubscription(tools, await visitingCaller(), path.id, body),
});
