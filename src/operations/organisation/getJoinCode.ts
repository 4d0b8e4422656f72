import { getJoinCode } from '../../domain/organisations/organisations/join.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getJoinCode'> = async ({ tools, caller }) => ({ status: 200, body: await getJoinCode(tools, caller) });
