import { confirmPasswordReset } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmPasswordReset'> = async ({ tools, body }) => {
  await confirmPasswordReset(tools, body.token, body.new_password);
  return { status: 204 };
};
