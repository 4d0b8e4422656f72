import { requireFreshProof } from '../../domain/identity/accounts/reauthentication.ts';
import { replaceScopes } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceApiKeyScopes'> = async ({ tools, caller, path, body, user, proof }) => ({
  status: 200,
  body: await replaceScopes(tools, caller, path.id, { scopes: body, requireProof: (db) => requireFreshProof({ ...tools, db }, user, proof) }),
});
