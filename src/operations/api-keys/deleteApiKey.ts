import { revokeKey } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteApiKey'> = async ({ db, caller, path }) => {
  await revokeKey(db, caller, path.id);
  return { status: 204 };
};
