import { listSessions } from '../../domain/identity/accounts/user-sessions.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listOwnSessions'> = async ({ tools, user, session, query, address }) => ({
  status: 200,
  body: paged(address, query, await listSessions(tools, user, session.publicId, query)),
});
