import { listCurrencies } from '../../domain/organisations/reference/reference-data.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCurrencies'> = async ({ query, address, cacheFor }) => {
  cacheFor(86_400);
  return { status: 200, body: paged(address, query, listCurrencies(query)) };
};
