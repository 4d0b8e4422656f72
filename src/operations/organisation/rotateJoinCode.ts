import { rotateJoinCode } from '../../domain/organisations/organisations/join.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'rotateJoinCode'> = async ({ tools, caller }) => ({ status: 200, body: await rotateJoinCode(tools, caller) });
