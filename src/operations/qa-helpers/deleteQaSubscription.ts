import { deleteSubscription } from '../../domain/qa/subscriptions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaSubscription'> = async ({ db, caller }) => {
  await deleteSubscription(db, caller);
  return { status: 204 };
};
