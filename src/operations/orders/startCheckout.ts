import { startCheckout } from '../../domain/commerce/orders/checkout.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startCheckout'> = async ({ tools, visitingCaller, path, body }) => {
  const { begins, checkout } = await startCheckout(tools, await visitingCaller(), path.course_pk, body);
  return { status: begins ? 201 : 200, body: checkout };
};
