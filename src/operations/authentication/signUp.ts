import { signUp } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'signUp'> = async ({ tools, origin, named, body, session, signInContext }) => {
  session.rememberSignUp(await signUp(tools, origin, named, body));
  if (body.invite_token !== undefined) await signInContext.forgetGuesses(body.email);
  return { status: 202, body: { status: 'accepted' } };
};
