import { useCode } from '../../domain/accounts/secrets.ts';
import { invalidCode } from '../../domain/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithCode'> = async ({ db, user, body, session, keyring, take }) => {
  await take('proof', user.id);
  if (!(await useCode(db, keyring, user.id, body.code))) throw invalidCode();
  await session.start(user.id, user.epoch, 'signed_in');
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
