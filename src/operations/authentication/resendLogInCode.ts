import { resendSignInCode } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendLogInCode'> = async ({ db, user, body, session, take }) => {
  await take('mail', `code:${user.id}`);
  await resendSignInCode(db, user, session.methods, body.channel);
  return { status: 202, body: { status: 'accepted' } };
};
