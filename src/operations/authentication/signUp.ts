import { signUp } from '../../domain/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'signUp'> = async ({ db, body, ip, take }) => {
  await take('signUp', ip);
  await signUp(db, body);
  return { status: 202, body: { status: 'accepted' } };
};
