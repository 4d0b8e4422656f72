import { invalidCode } from '../../domain/accounts/sign-in.ts';
import { useSecondFactor } from '../../domain/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithTotp'> = async ({ db, user, body, session, keyring, clock, take }) => {
  await take('proof', user.id);
  if (!(await useSecondFactor({ db, keyring, clock }, user.id, body.code))) throw invalidCode();
  await session.start(user.id, user.epoch, 'signed_in');
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
