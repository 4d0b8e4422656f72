import { getMe } from '../../domain/identity/accounts/me.ts';
import { attachPhone } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'attachPhone'> = async ({ db, user, body }) => {
  await attachPhone(db, user.id, body.phone_token);
  return { status: 200, body: await getMe(db, user.id, user.organisation) };
};
