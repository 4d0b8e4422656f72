import { resendSignInCode } from '../../domain/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendLogInCode'> = async ({ db, user, body, take }) => {
  await take('mail', `code:${user.id}`);
  await resendSignInCode(db, user.id, body.channel);
  return { status: 202, body: { status: 'accepted' } };
};
