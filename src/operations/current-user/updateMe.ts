import { getMe, updateMe } from '../../domain/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateMe'> = async ({ db, user, body }) => {
  await updateMe(db, user.id, body);
  return { status: 200, body: await getMe(db, user.id, user.organisation) };
};
