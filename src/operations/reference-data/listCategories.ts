import { listCategories } from '../../domain/studio/courses/categories.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCategories'> = async ({ tools, query, address, cacheFor }) => {
  cacheFor(86_400);
  return { status: 200, body: paged(address, query, await listCategories(tools, query)) };
};
