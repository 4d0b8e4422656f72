import { confirmPasswordReset } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmPasswordReset'> = async ({ tools, origin, body }) => {
  await confirmPasswordReset(tools, origin, body.token, body.new_password);
  return { status: 204 };
};
