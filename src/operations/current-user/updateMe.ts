import { getMe, updateMe } from '../../domain/identity/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateMe'> = async ({ db, user, actor, body, take }) => {
  if (body.join_code !== undefined) await take('joinCode', user.id);
  await updateMe(db, actor, body);
  return { status: 200, body: await getMe(db, user.id, user.organisation) };
};
