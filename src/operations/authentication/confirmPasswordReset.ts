import { confirmPasswordReset } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmPasswordReset'> = async ({ tools, origin, body, session, signInContext }) => {
  const { userId, email } = await confirmPasswordReset(tools, origin, body.token, body.new_password);
  session.rememberUser(userId);
  await signInContext.forgetGuesses(email);
  return { status: 204 };
};
