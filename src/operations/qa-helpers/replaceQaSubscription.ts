import { replaceSubscription } from '../../domain/organisations/plans/subscriptions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceQaSubscription'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceSubscription(tools, caller, body),
});
