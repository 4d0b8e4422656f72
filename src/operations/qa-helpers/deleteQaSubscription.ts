import { deleteSubscription } from '../../domain/organisations/plans/subscriptions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaSubscription'> = async ({ tools, caller }) => {
  await deleteSubscription(tools, caller);
  return { status: 204 };
};
