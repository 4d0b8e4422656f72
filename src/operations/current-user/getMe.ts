import { getMe } from '../../domain/identity/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getMe'> = async ({ tools, user }) => ({ status: 200, body: await getMe(tools, user, user.organisation) });
