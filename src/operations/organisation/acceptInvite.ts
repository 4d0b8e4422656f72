import { acceptInvite } from '../../domain/identity/members/accept-invite.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'acceptInvite'> = async ({ tools, user, body }) => ({ status: 200, body: await acceptInvite(tools, user, body.token) });
