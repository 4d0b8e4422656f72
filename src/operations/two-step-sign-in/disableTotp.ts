import { disableTotp, requireProof } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'disableTotp'> = async ({ db, user, body, keyring, clock, take }) => {
  await take('proof', user.id);
  await requireProof({ db, keyring, clock }, user.id, body);
  await disableTotp({ db, keyring, clock }, user.id);
  return { status: 204 };
};
