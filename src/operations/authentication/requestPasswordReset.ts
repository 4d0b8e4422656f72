import { requestPasswordReset } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestPasswordReset'> = async ({ tools, named, body }) => {
  await requestPasswordReset(tools, named, body);
  return { status: 202, body: { status: 'accepted' } };
};
