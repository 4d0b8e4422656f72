import { getRefundPolicy } from '../../domain/commerce/refunds/policy.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getRefundPolicy'> = async ({ tools, viewer, path }) => ({
  status: 200,
  body: await getRefundPolicy(tools, await viewer(), path.id),
});
