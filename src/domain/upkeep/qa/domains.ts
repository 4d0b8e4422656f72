import { inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { checkHostname, describeDomain, newClaim, removeDomain, selectClaim, storeClaim } from '../../organisations/organisations/custom-domains.ts';

/** Sets the organisation's domain to any state, without DNS. A failed claim is also expired.
 * @throws DomainError domain_taken
 * @throws ValidationError */
export async function replaceDomain(
  tools: Pick<Tools, 'db' | 'clock' | 'cnameTarget' | 'base'>,
  caller: Caller,
  { hostname, status, expired }: Shape<'QaDomainClaim'>,
): Promise<Shape<'CustomDomain'>> {
  const claim = newClaim(tools.clock, checkHostname(tools, hostname));
  const isProved = status === 'verified' || status === 'active';
  const isOver = expired || status === 'failed';
  const replaced = await inTransaction(tools.db, async (trx) =>
    storeClaim(trx, caller, 'domain.replaced', await selectClaim(trx, caller.organisationId).forUpdate().executeTakeFirst(), {
      ...claim,
      status,
      check_error: status === 'failed' ? 'claim_expired' : null,
      proved_at: isProved ? claim.created_at : null,
      claim_expires_at: isOver ? claim.created_at : isProved ? null : claim.claim_expires_at,
    }),
  );
  return describeDomain(replaced, tools.cnameTarget);
}

/** @throws NotFoundError */
export async function deleteDomain({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  await inTransaction(db, async (trx) => {
    await removeDomain(trx, caller);
  });
}
