import { listMailDomains } from '../../domain/organisations/organisations/mail-domains.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listMailDomains'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listMailDomains(tools, caller, query)),
});
