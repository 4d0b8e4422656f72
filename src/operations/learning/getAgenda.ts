import { getAgenda } from '../../domain/learning/learner-view/agenda.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAgenda'> = async ({ tools, caller }) => ({ status: 200, body: await getAgenda(tools, caller) });
