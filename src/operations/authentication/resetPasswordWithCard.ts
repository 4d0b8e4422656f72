import { resetPasswordWithCard } from '../../domain/identity/accounts/credential-cards.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetPasswordWithCard'> = async ({ db, body, ip, take }) => {
  await take('card', ip);
  await resetPasswordWithCard(db, body.card_code, body.new_password);
  return { status: 204 };
};
