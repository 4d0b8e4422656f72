import { removeAccount } from '../../domain/upkeep/privacy/erase-users.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteSignUpEmail'> = async ({ tools, query }) => {
  await removeAccount(tools, query.email);
  return { status: 204 };
};
