import { finishSignIn } from '../../domain/identity/accounts/finish-sign-in.ts';
import { invalidCode } from '../../domain/identity/accounts/sign-in.ts';
import { useSecondFactor } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithTotp'> = async ({ db, user, body, session, keyring, clock, ip, take }) => {
  await take('secondFactor', `${user.id} ${ip}`);
  await take('secondFactorUser', user.id);
  if (!(await useSecondFactor({ db, keyring, clock }, user.id, body.code))) throw invalidCode();
  await finishSignIn(db, user.id);
  await session.start(user.id, user.epoch, 'signed_in');
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
