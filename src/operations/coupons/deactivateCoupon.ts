import { deactivateCoupon } from '../../domain/commerce/coupons/manage-coupons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deactivateCoupon'> = async ({ tools, caller, path }) => {
  await deactivateCoupon(tools, caller, { courseId: path.course_pk, id: path.id });
  return { status: 204 };
};
