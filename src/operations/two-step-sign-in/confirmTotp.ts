import { confirmTotp } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmTotp'> = async ({ db, user, body, session, keyring, clock, take }) => {
  await take('proof', user.id);
  const { epoch, codes } = await confirmTotp({ db, keyring, clock }, user.id, body.code);
  await session.renew(epoch);
  return { status: 200, body: { backup_codes: codes } };
};
