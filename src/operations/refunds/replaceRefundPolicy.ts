import { replaceRefundPolicy } from '../../domain/commerce/refunds/policy.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceRefundPolicy'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceRefundPolicy(tools, caller, path.id, body),
});
