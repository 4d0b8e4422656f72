import { moveQaSubscription } from '../../domain/commerce/subscriptions/qa-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'moveQaCatalogueSubscription'> = async ({ tools, visitingCaller, body }) => ({
  status: 200,
  body: await moveQaSubscription(tools, await visitingCaller(), body),
});
