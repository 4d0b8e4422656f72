import { getUsage } from '../../domain/organisations/storage/get-usage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getStorageUsage'> = async ({ tools, caller }) => ({ status: 200, body: await getUsage(tools, caller) });
