import { listOwnCertificates } from '../../domain/certificates/holding/own-certificates.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnCertificates'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listOwnCertificates(tools, caller, query)),
});
