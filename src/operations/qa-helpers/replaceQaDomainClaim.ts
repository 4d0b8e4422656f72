import { describeDomain } from '../../domain/organisations/organisations/custom-domains.ts';
import { replaceDomain } from '../../domain/upkeep/qa/domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceQaDomainClaim'> = async ({ db, caller, body, clock, cnameTarget, base }) => {
  const claim = await replaceDomain({ db, clock, cnameTarget, base }, caller, body);
  return { status: 200, body: describeDomain(claim, cnameTarget) };
};
