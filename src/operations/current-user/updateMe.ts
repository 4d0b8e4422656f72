import { getMe, updateMe } from '../../domain/identity/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateMe'> = async ({ tools, user, body }) => {
  await updateMe(tools, user, body);
  return { status: 200, body: await getMe(tools, user, user.organisation) };
};
