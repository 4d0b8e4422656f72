import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { checkedMoment } from '../../kernel/expiry.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readProgram } from '../program/program.ts';
import { isVoid } from './commissions.ts';
import { publishForEach } from './events.ts';
import { owedBefore } from './owed.ts';

/**
 * Marks commissions as settled, all or none. Those that are settled already stay as they are. If they are chosen by time, only due amounts are settled.
 * @throws ValidationError
 * @throws DomainError commission_void
 */
export function settleCommissions(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { commission_ids: ids, earned_before, reference }: Shape<'SettlementRun'>,
): Promise<Shape<'SettledCommissions'>> {
  const { organisationId } = caller;
  const faults = new Faults();
  if (!ids && earned_before === undefined) faults.add('commission_ids', 'required', 'Required unless earned_before is set.');
  if (ids && earned_before !== undefined) faults.add('earned_before', 'not_allowed', 'Not allowed with commission_ids.');
  const before = earned_before === undefined ? undefined : checkedMoment(earned_before, faults, 'earned_before');
  faults.check();
  return inTransaction(db, async (trx) => {
    if (ids) await requireSettleable(trx, organisationId, ids);
    const which = ids
      ? sql`id = any(${ids}::uuid[])`
      : sql`status = 'payable' and earned_at < ${before} and (affiliate_id, currency, livemode) in (select owed.affiliate_id, owed.currency, owed.livemode
          from (${owedBefore(organisationId, before ?? null, await readProgram(trx, organisationId))}) owed where owed.is_due)`;
    const { rows } = await sql<{ organisationId: string; commissionId: string }>`
      update affiliate_commissions set is_settled = true, was_settled = true, settled_at = ${timeOf(clock)}, settlement_reference = ${reference}
      where organisation_id = ${organisationId} and not is_settled and ${which}
      returning organisation_id as "organisationId", id as "commissionId"`.execute(trx);
    const settled = rows.length;
    if (settled === 0) return { settled };
    await recordChange(trx, caller, { action: 'commission.run_settled', objectId: newId(), before: null, after: { reference, settled } });
    await publishForEach(trx, 'commission.settled', rows);
    return { settled };
  });
}

/** Locks commissions that can be settled, in the order of their IDs.
 * @throws ValidationError
 * @throws DomainError commission_void */
async function requireSettleable(trx: Executor, organisationId: string, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('affiliate_commissions')
    .select(['id', 'status'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const faults = new Faults();
  ids.forEach((id, index) => {
    if (!known.has(id.toLowerCase())) faults.add(`commission_ids.${index}`, 'unknown', 'The organisation has no such commission.');
  });
  faults.check();
  if (rows.some(({ status }) => status === 'void')) throw isVoid();
}
