import { signUp } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'signUp'> = async ({ tools, origin, named, body }) => {
  await signUp(tools, origin, named, body);
  return { status: 202, body: { status: 'accepted' } };
};
