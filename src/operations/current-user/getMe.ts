import { getMe } from '../../domain/identity/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getMe'> = async ({ db, user }) => ({ status: 200, body: await getMe(db, user.id, user.organisation) });
