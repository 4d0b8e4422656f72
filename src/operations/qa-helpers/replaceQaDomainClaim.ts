import { replaceDomain } from '../../domain/upkeep/qa/domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceQaDomainClaim'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceDomain(tools, caller, body),
});
