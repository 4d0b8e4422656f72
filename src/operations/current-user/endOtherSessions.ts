import { endOtherSessions } from '../../domain/identity/accounts/user-sessions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'endOtherSessions'> = async ({ tools, user, session }) => {
  await session.renew(await endOtherSessions(tools, user));
  return { status: 204 };
};
