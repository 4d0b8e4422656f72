import { checkDomain } from '../../domain/organisations/organisations/check-domain.ts';
import { describeDomain } from '../../domain/organisations/organisations/custom-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'checkCustomDomain'> = async ({ db, caller, clock, dns, cnameTarget, take }) => {
  await take('domainCheck', caller.organisationId);
  const claim = await checkDomain({ db, clock, dns, cnameTarget }, caller);
  return { status: 200, body: describeDomain(claim, cnameTarget) };
};
