import { startCheckout } from '../../domain/commerce/orders/checkout.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startCheckout'> = async ({ tools, visitingCaller, path }) => {
  const { begins, checkout } = await startCheckout(tools, await visitingCaller(), path.course_pk);
  return { status: begins ? 201 : 200, body: checkout };
};
