import { updateSettings } from '../../domain/organisations/organisations/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAgentOrgSettings'> = async ({ tools, caller, body }) => ({ status: 200, body: await updateSettings(tools, caller, body) });
