import { claimDomain } from '../../domain/organisations/organisations/custom-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'claimCustomDomain'> = async ({ tools, caller, body }) => ({
  status: 201,
  body: await claimDomain(tools, caller, body.hostname),
});
