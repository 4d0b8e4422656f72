import { endSession } from '../../domain/identity/accounts/user-sessions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'endOwnSession'> = async ({ tools, user, path }) => {
  await endSession(tools, user, path.id);
  return { status: 204 };
};
