import { replaceScopes } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceApiKeyScopes'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceScopes(tools, caller, path.id, body),
});
