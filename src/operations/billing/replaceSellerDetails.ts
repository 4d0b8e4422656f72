import { replaceSellerDetails } from '../../domain/commerce/invoices/seller.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceSellerDetails'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceSellerDetails(tools, caller, body),
});
