import { changePassword } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'changePassword'> = async ({ tools, user, body, session }) => {
  await session.renew(await changePassword(tools, user, body.current_password, body.new_password));
  return { status: 204 };
};
