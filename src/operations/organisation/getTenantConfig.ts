import { viewOrganisation } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getTenantConfig'> = async ({ tools, viewer }) => ({
  status: 200,
  body: await viewOrganisation(tools, await viewer()),
});
