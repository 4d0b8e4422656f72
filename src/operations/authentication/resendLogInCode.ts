import { resendSignInCode } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendLogInCode'> = async ({ tools, user, body, session }) => {
  await resendSignInCode(tools, user, session.methods, body.channel);
  return { status: 202, body: { status: 'accepted' } };
};
