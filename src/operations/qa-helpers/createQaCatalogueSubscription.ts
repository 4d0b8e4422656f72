import { giveQaSubscription } from '../../domain/commerce/subscriptions/qa-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createQaCatalogueSubscription'> = async ({ tools, visitingCaller, body }) => {
  const { begins, subscription } = await giveQaSubscription(tools, await visitingCaller(), body);
  return { status: begins ? 201 : 200, body: subscription };
};
