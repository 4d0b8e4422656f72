import { listCoupons } from '../../domain/commerce/coupons/manage-coupons.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCoupons'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCoupons(tools, caller, path.course_pk, query)),
});
