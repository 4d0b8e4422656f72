import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { publishForEach } from './events.ts';

/** Voids an affiliate's pending commissions for good, except those that were settled once. Returns the number of voided commissions. */
export async function cancelPending(trx: Executor, organisationId: string, affiliateId: string): Promise<number> {
  const { rows } = await sql<{ organisationId: string; commissionId: string }>`
    update affiliate_commissions set status = 'void', is_cancelled = true
    where organisation_id = ${organisationId} and affiliate_id = ${affiliateId} and status = 'pending' and not was_settled
    returning organisation_id as "organisationId", id as "commissionId"`.execute(trx);
  await publishForEach(trx, 'commission.voided', rows);
  return rows.length;
}
