import { refundOrderOf } from '../../domain/commerce/reversals/request-refund.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'refundOrganisationOrder'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await refundOrderOf(tools, caller, path.id, body),
});
