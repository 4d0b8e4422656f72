import { claimDomain, describeDomain } from '../../domain/organisations/organisations/custom-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'claimCustomDomain'> = async ({ db, caller, body, clock, cnameTarget, base }) => {
  const claim = await claimDomain({ db, clock, cnameTarget, base }, caller, body.hostname);
  return { status: 201, body: describeDomain(claim, cnameTarget) };
};
