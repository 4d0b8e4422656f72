import { getMe } from '../../domain/identity/accounts/me.ts';
import { confirmPhoneChange } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmPhoneChange'> = async ({ tools, user, body }) => {
  await confirmPhoneChange(tools, user, body.code);
  return { status: 200, body: await getMe(tools, user, user.organisation) };
};
