import { startPhoneChange } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startPhoneChange'> = async ({ db, user, body, keyring, clock, take }) => {
  await take('proof', user.id);
  await take('phoneChange', user.id);
  await take('phoneCode', body.phone);
  await startPhoneChange({ db, keyring, clock }, user.id, body);
  return { status: 202, body: { status: 'accepted' } };
};
