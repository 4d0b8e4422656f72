import { getOwnBadge } from '../../domain/attendance/badges/manage-badges.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOwnBadge'> = async ({ tools, caller }) => ({ status: 200, body: await getOwnBadge(tools, caller) });
