import { signIn } from '../../domain/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logIn'> = async ({ db, body, session, ip, take }) => {
  await take('signInAddress', ip);
  await take('signInAccount', `${ip} ${body.email.toLowerCase()}`);
  const { userId, epoch, methods } = await signIn(db, body.email, body.password);
  const status = methods.length ? 'second_factor_required' : 'signed_in';
  await session.start(userId, epoch, methods.length ? 'second_factor' : 'signed_in');
  return { status: 200, body: { status, methods } };
};
