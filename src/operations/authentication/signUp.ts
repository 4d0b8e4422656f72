import { signUp } from '../../domain/identity/accounts/sign-up.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'signUp'> = async ({ tools, named, body }) => {
  await signUp(tools, named, body);
  return { status: 202, body: { status: 'accepted' } };
};
