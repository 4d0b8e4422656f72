import { createKey } from '../../domain/identity/api-keys/manage-keys.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createApiKey'> = async ({ db, caller, clock, body }) => ({ status: 201, body: await createKey(db, caller, clock, body) });
