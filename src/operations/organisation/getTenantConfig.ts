import { getTenantConfig } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getTenantConfig'> = async ({ tools, caller }) => ({
  status: 200,
  body: await getTenantConfig(tools, caller.organisationId),
});
