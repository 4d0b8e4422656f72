import { changePassword } from '../../domain/identity/accounts/passwords.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'changePassword'> = async ({ tools, user, body, session }) => {
  const epoch = await changePassword(tools, user, body.current_password, body.new_password);
  await session.renewProved({ bySecondFactor: false }, epoch);
  return { status: 204 };
};
