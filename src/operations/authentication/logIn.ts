import { signIn } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logIn'> = async ({ db, body, session, ip, signInContext, take }) => {
  await take('signInAddress', ip);
  await take('signInAccount', `${ip} ${body.email.toLowerCase()}`);
  return { status: 200, body: await session.begin(await signIn(db, body.email, body.password, signInContext)) };
};
