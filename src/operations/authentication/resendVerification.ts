import { resendVerification } from '../../domain/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resendVerification'> = async ({ db, body, take }) => {
  await take('mail', `verification:${body.email.toLowerCase()}`);
  await resendVerification(db, body.email);
  return { status: 202, body: { status: 'accepted' } };
};
