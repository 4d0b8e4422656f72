import { describeDomain, readClaim } from '../../domain/organisations/organisations/custom-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCustomDomain'> = async ({ db, caller, cnameTarget }) => ({
  status: 200,
  body: describeDomain(await readClaim(db, caller.organisationId), cnameTarget),
});
