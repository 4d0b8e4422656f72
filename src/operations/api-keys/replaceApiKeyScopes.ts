import { replaceScopes } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceApiKeyScopes'> = async ({ db, caller, path, body }) => ({
  status: 200,
  body: await replaceScopes(db, caller, path.id, body),
});
