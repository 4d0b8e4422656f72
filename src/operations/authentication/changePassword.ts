import { changePassword } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'changePassword'> = async ({ db, user, body, session, take }) => {
  await take('proof', user.id);
  await session.renew(await changePassword(db, user.id, body.current_password, body.new_password));
  return { status: 204 };
};
