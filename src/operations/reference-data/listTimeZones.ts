import { listTimeZones } from '../../domain/organisations/reference/reference-data.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listTimeZones'> = async ({ tools, query, address, cacheFor }) => {
  cacheFor(300);
  return { status: 200, body: paged(address, query, listTimeZones(tools, query)) };
};
