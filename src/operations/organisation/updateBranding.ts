import { updateBranding } from '../../domain/organisations/organisations/branding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateBranding'> = async ({ tools, caller, body }) => ({ status: 200, body: await updateBranding(tools, caller, body) });
