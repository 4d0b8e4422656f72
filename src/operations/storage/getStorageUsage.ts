import { getUsage } from '../../domain/organisations/storage/objects.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getStorageUsage'> = async ({ db, caller, clock }) => ({ status: 200, body: await getUsage(db, caller, clock) });
