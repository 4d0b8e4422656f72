import { resendVerification } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendVerification'> = async ({ tools, named, body }) => {
  await resendVerification(tools, named, body);
  return { status: 202, body: { status: 'accepted' } };
};
