import { listPlatformInvoices } from '../../domain/commerce/platform-purchases/invoices.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listPlatformInvoices'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listPlatformInvoices(tools, caller, query)),
});
