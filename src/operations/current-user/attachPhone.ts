import { getMe } from '../../domain/identity/accounts/me.ts';
import { attachPhone } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'attachPhone'> = async ({ tools, user, body }) => {
  await attachPhone(tools, user, body.phone_token);
  return { status: 200, body: await getMe(tools, user, user.organisation) };
};
