import { getSettings } from '../../domain/organisations/organisations/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAgentOrgSettings'> = async ({ tools, caller }) => ({ status: 200, body: await getSettings(tools, caller) });
