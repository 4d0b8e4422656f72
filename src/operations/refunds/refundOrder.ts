import { requestRefund } from '../../domain/commerce/reversals/request-refund.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'refundOrder'> = async ({ tools, visitingCaller, path, body }) => ({
  status: 201,
  body: await requestRefund(tools, await visitingCaller(), path.id, body),
});
