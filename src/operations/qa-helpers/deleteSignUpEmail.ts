import { removeAccount } from '../../domain/upkeep/privacy/erase-users.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteSignUpEmail'> = async ({ db, query }) => {
  await removeAccount(db, query.email);
  return { status: 204 };
};
