import { listChanges } from '../../domain/kernel/audit/list-changes.ts';
import { renamed } from '../../domain/kernel/renamed.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedLedger } from '../../http/paging.ts';

export const handler: Handler<'listAuditLog'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: pagedLedger(address, query, await listChanges(tools, caller, renamed(query, { since: 'from', until: 'to' }))),
});
