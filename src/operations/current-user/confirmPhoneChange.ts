import { getMe } from '../../domain/identity/accounts/me.ts';
import { confirmPhoneChange } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmPhoneChange'> = async ({ db, user, body, keyring, take }) => {
  await take('proof', user.id);
  await confirmPhoneChange(db, keyring, user.id, body.code);
  return { status: 200, body: await getMe(db, user.id, user.organisation) };
};
