import { createCoupon } from '../../domain/commerce/coupons/manage-coupons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCoupon'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createCoupon(tools, caller, path.course_pk, body),
});
