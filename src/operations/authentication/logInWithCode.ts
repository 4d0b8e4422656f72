import { finishSignIn } from '../../domain/identity/accounts/finish-sign-in.ts';
import { useSignInCode } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithCode'> = async ({ db, user, body, session, keyring, ip, take }) => {
  await take('secondFactor', `${user.id} ${ip}`);
  await take('secondFactorUser', user.id);
  await useSignInCode(db, keyring, user.id, session.methods, body.code);
  await finishSignIn(db, user.id);
  await session.start(user.id, user.epoch, 'signed_in');
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
