import { getSellerDetails } from '../../domain/commerce/invoices/seller.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSellerDetails'> = async ({ tools, caller }) => ({ status: 200, body: await getSellerDetails(tools, caller) });
