import { getTenantConfig } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getTenantConfig'> = async ({ db, caller, base }) => ({
  status: 200,
  body: await getTenantConfig(db, caller.organisationId, base),
});
