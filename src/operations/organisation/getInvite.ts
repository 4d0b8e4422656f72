import { getInvite } from '../../domain/organisations/invites/accept-invite.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getInvite'> = async ({ tools, query }) => ({ status: 200, body: await getInvite(tools, query.token) });
