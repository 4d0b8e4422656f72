import { resetPasswordWithCard } from '../../domain/identity/accounts/credential-cards.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetPasswordWithCard'> = async ({ tools, origin, body, session, signInContext }) => {
  const { userId, email } = await resetPasswordWithCard(tools, origin, body.card_code, body.new_password);
  session.rememberUser(userId);
  await signInContext.forgetGuesses(email);
  return { status: 204 };
};
