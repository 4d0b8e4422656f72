import { listMyNumbers } from '../../domain/assessment/answer-sheets/numbers.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listMyNumbers'> = async ({ tools, user, query, address }) => ({
  status: 200,
  body: paged(address, query, await listMyNumbers(tools, user, query)),
});
