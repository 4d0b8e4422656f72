import { listOwnSubscriptions } from '../../domain/commerce/subscriptions/own-subscriptions.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnSubscriptions'> = async ({ tools, visitingCaller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnSubscriptions(tools, await visitingCaller(), query)),
});
