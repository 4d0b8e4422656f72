import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import type { Rate } from '../program/rate.ts';
import { commissionOf } from './amount.ts';
import { publishEvent } from './events.ts';

/** What is left of the money for an order, after a fact that concerns it. */
export interface Earning {
  organisationId: string;
  orderId: string;
  currency: string;
  livemode: boolean;
  /** What was paid and not given back, without tax, in minor units. */
  left: number;
  /** RFC 3339 */
  occurredAt: string;
}

const DAY_MS = 24 * 3600_000;

/**
 * Brings the commission on an order in line with the money that is left for it, in the transaction that enters the money in the books. A commission that
 * was never settled changes, or becomes void; one that was settled once stays, and another row has the difference.
 */
export async function recordEarning(trx: Executor, earning: Earning): Promise<void> {
  const { organisationId, orderId, left } = earning;
  const referral = await trx
    .selectFrom('affiliate_referrals as referrals')
    .innerJoin('affiliates', (join) =>
      join.onRef('affiliates.organisation_id', '=', 'referrals.organisation_id').onRef('affiliates.id', '=', 'referrals.affiliate_id'),
    )
    .select(['referrals.affiliate_id', 'referrals.course_id', 'referrals.hold_days', 'affiliates.status'])
    .select(sql<Rate>`referrals.rate`.as('rate'))
    .where('referrals.organisation_id', '=', organisationId)
    .where('referrals.order_id', '=', orderId)
    .forUpdate('referrals')
    .executeTakeFirst();
  if (!referral) return;
  const rows = await trx
    .selectFrom('affiliate_commissions')
    .select(['id', 'sequence', 'base', 'amount', 'status', 'was_settled'])
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .forNoKeyUpdate()
    .execute();
  const amount = commissionOf(referral.rate, left);
  const [first] = rows;
  if (!first) {
    if (amount > 0 && referral.status === 'approved') await insert(trx, earning, referral, { sequence: 0, base: left, amount });
    return;
  }
  const counted = rows.filter(({ status }) => status !== 'void');
  const base = left - sum(counted.map((row) => row.base));
  const change = amount - sum(counted.map((row) => row.amount));
  if (base === 0 && change === 0) return;
  if (first.was_settled) await insert(trx, earning, { ...referral, hold_days: 0 }, { sequence: rows.length, base, amount: change });
  else await revise(trx, organisationId, first.id, { base: left, amount });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Owner = { affiliate_id: string; course_id: string; hold_days: number };

async function insert(
  trx: Executor,
  { organisationId, orderId, currency, livemode, occurredAt }: Earning,
  { affiliate_id, course_id, hold_days }: Owner,
  row: { sequence: number; base: number; amount: number },
): Promise<void> {
  const commissionId = newId();
  await trx
    .insertInto('affiliate_commissions')
    .values({
      ...{ organisation_id: organisationId, id: commissionId, order_id: orderId, affiliate_id, course_id, currency, livemode, ...row },
      ...{ status: row.sequence === 0 ? 'pending' : 'payable', earned_at: occurredAt },
      payable_at: new Date(Date.parse(occurredAt) + hold_days * DAY_MS).toISOString(),
    })
    .execute();
  await publishEvent(trx, 'commission.created', { organisationId, commissionId });
}

/** A void commission keeps what it was, and counts nowhere. It comes back if the money does. */
async function revise(trx: Executor, organisationId: string, commissionId: string, { base, amount }: { base: number; amount: number }): Promise<void> {
  await trx
    .updateTable('affiliate_commissions')
    .set(amount === 0 ? { status: 'void' } : { base, amount, status: sql<'pending' | 'payable'>`case when status = 'void' then 'pending' else status end` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', commissionId)
    .execute();
  if (amount === 0) await publishEvent(trx, 'commission.voided', { organisationId, commissionId });
}
