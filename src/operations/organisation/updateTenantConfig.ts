import { updateTenantConfig } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateTenantConfig'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await updateTenantConfig(tools, caller, body),
});
