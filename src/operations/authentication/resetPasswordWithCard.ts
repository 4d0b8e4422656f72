import { resetPasswordWithCard } from '../../domain/identity/accounts/credential-cards.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetPasswordWithCard'> = async ({ tools, body }) => {
  await resetPasswordWithCard(tools, body.card_code, body.new_password);
  return { status: 204 };
};
