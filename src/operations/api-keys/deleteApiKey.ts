import { revokeKey } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteApiKey'> = async ({ tools, caller, path }) => {
  await revokeKey(tools, caller, path.id);
  return { status: 204 };
};
