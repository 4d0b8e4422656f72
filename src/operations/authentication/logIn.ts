import { signIn } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logIn'> = async ({ tools, signInContext, session, body }) => ({
  status: 200,
  body: await session.begin(await signIn(tools, signInContext, body)),
});
