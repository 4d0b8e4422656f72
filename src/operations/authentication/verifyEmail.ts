import { verifyEmail } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'verifyEmail'> = async ({ tools, body, origin, session }) => {
  await verifyEmail(tools, origin, body.token, (userId) => session.owns(userId));
  return { status: 204 };
};
