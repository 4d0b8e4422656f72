import { resetPasswordWithCard } from '../../domain/identity/accounts/credential-cards.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetPasswordWithCard'> = async ({ tools, origin, body }) => {
  await resetPasswordWithCard(tools, origin, body.card_code, body.new_password);
  return { status: 204 };
};
