import { updateSubdomain } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateSubdomain'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await updateSubdomain(tools, caller, body.subdomain),
});
