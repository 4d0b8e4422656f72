import { takeQaSubscription } from '../../domain/commerce/subscriptions/qa-subscription.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaCatalogueSubscription'> = async ({ tools, visitingCaller }) => {
  await takeQaSubscription(tools, await visitingCaller());
  return { status: 204 };
};
