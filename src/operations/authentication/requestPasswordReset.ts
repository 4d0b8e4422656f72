import { requestPasswordReset } from '../../domain/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestPasswordReset'> = async ({ db, body, take }) => {
  await take('mail', `reset:${body.email.toLowerCase()}`);
  await requestPasswordReset(db, body.email);
  return { status: 202, body: { status: 'accepted' } };
};
