import { createKey } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createApiKey'> = async ({ tools, caller, user, body }) => ({
  status: 201,
  body: await createKey(tools, caller, body, user.epoch),
});
