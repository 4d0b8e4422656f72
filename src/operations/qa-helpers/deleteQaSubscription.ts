import { deleteSubscription } from '../../domain/upkeep/qa/subscriptions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaSubscription'> = async ({ db, caller }) => {
  await deleteSubscription(db, caller);
  return { status: 204 };
};
