import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newUntimedId } from '../../kernel/ids.ts';
import { countMoney } from '../funnel/count-steps.ts';
import { readProgram } from '../program/program.ts';
import type { Rate } from '../program/rate.ts';
import { forgetSubscription } from '../referrals/attribute-payment.ts';
import { commissionOf } from './amount.ts';
import { publishEvent } from './events.ts';
import { type Flag, suspicionOf } from './suspicion.ts';

/** The money that is left for an order after a fact that concerns it. */
export interface Earning {
  organisationId: string;
  orderId: string;
  currency: string;
  livemode: boolean;
  /** The amount that was paid and not given back, without tax, in minor units. */
  left: number;
  /** The change of `left`: positive if more is left than before. */
  change: number;
  /** Whether the buyer disputes the payment, and the bank has not decided. */
  isDisputed: boolean;
  /** When the buyer last paid for another order of the organisation. Known only when this one is paid. */
  lastPaidAt: string | null;
  /** RFC 3339 */
  occurredAt: string;
}

const DAY_MS = 24 * 3600_000;

/**
 * Brings the commission on an order in line with the money that is left for it, in the transaction that enters the money in the books. A commission that was
 * never settled changes, or becomes void; one that was settled once stays, and another row holds the difference. Payments with a card or bank account with
 * which the affiliate has also paid earn nothing. A commission that was not earned when the order was paid is never earned later, and neither is one that staff
 * have cancelled: after that, the commission on the order can only shrink. If the first payment of a subscription had to be a first order and was not, its
 * later payments earn nothing either.
 */
export async function recordEarning(trx: Executor, earning: Earning): Promise<void> {
  const { organisationId, orderId, left, isDisputed } = earning;
  const referral = await trx
    .selectFrom('affiliate_referrals as referrals')
    .innerJoin('affiliates', (join) =>
      join.onRef('affiliates.organisation_id', '=', 'referrals.organisation_id').onRef('affiliates.id', '=', 'referrals.affiliate_id'),
    )
    .select([
      'referrals.affiliate_id',
      'referrals.link_id',
      'referrals.sub_id',
      'referrals.course_id',
      'referrals.plan_id',
      'referrals.subscription_id',
      'referrals.hold_days',
      'referrals.buyer_id',
      'referrals.clicked_at',
      'referrals.first_of',
      'affiliates.status',
    ])
    .select([sql<Rate>`referrals.rate`.as('rate'), sql<Flag | null>`referrals.flag`.as('flag')])
    .select(sql<'first' | 'renewal' | 'change' | null>`referrals.subscription_part`.as('part'))
    .select(
      sql<boolean>`not exists (select from ledger_transactions
        where organisation_id = ${organisationId} and order_id = ${orderId} and fact <> 'paid')`.as('is_just_paid'),
    )
    .select(
      sql<boolean>`exists (select from orders bought join orders own
          on own.organisation_id = bought.organisation_id and own.instrument_hash = bought.instrument_hash
        where bought.organisation_id = ${organisationId} and bought.id = ${orderId} and own.buyer_id = affiliates.user_id)`.as('is_paid_by_affiliate'),
    )
    .where('referrals.organisation_id', '=', organisationId)
    .where('referrals.order_id', '=', orderId)
    .forUpdate('referrals')
    // If staff suspend the affiliate and void pending commissions, they find this one, too, or it is not created.
    .forShare('affiliates')
    .executeTakeFirst();
  if (!referral) return;
  const rows = await trx
    .selectFrom('affiliate_commissions')
    .select(['id', 'sequence', 'base', 'amount', 'status', 'was_settled', 'is_cancelled', 'is_disputed'])
    .where('organisation_id', '=', organisationId)
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .forNoKeyUpdate()
    .execute();
  const amount = commissionOf(referral.rate, left);
  const { affiliate_id: affiliateId, link_id: linkId, sub_id: subId } = referral;
  const count = (isPaid: boolean) => countMoney(trx, { ...earning, affiliateId, linkId, subId, isPaid });
  const [first] = rows;
  if (!first) {
    if (!referral.is_just_paid) return;
    const { subscription_id: subscriptionId, part } = referral;
    if (!(await isFirst(trx, earning, referral))) {
      if (subscriptionId !== null) await forgetSubscription(trx, { organisationId, subscriptionId });
      return;
    }
    if (amount === 0 || referral.status !== 'approved' || referral.is_paid_by_affiliate) return;
    if ((part === 'renewal' || part === 'change') && !(await earnsOnRunning(trx, organisationId))) return;
    const flag = referral.flag ?? (await suspicionOf(trx, { organisationId, orderId, checkoutId: subscriptionId ?? orderId, affiliateId }));
    await insert(trx, earning, { ...referral, flag }, { sequence: 0, base: left, amount });
    await count(true);
    return;
  }
  if (first.is_disputed !== isDisputed) await holdForDispute(trx, earning);
  await adjust(trx, earning, referral, rows, amount);
  await count(false);
}

type Row = { id: string; base: number; amount: number; status: string; was_settled: boolean; is_cancelled: boolean };

/** Brings the rows of an order that has earned in line with what is left and the commission on it. */
async function adjust(trx: Executor, earning: Earning, owner: Owner, rows: readonly Row[], amount: number): Promise<void> {
  const { organisationId, left } = earning;
  const [first] = rows as [Row, ...Row[]];
  const counted = rows.filter(({ status }) => status !== 'void');
  const base = left - sum(counted.map((row) => row.base));
  const change = amount - sum(counted.map((row) => row.amount));
  if (change === 0 && (base === 0 || first.status === 'void')) return;
  if (change >= 0 && rows.some((row) => row.is_cancelled)) return;
  if (first.was_settled) await insert(trx, earning, { ...owner, hold_days: 0, flag: null }, { sequence: rows.length, base, amount: change });
  else await revise(trx, organisationId, first.id, { base: left, amount });
}

/** Whether subscriptions that were begun earlier earn now. */
async function earnsOnRunning(trx: Executor, organisationId: string): Promise<boolean> {
  const { is_enabled, renewals_earn_while_off } = await readProgram(trx, organisationId);
  return is_enabled || renewals_earn_while_off;
}

interface Condition {
  first_of: 'customer' | 'click' | 'affiliate' | null;
  affiliate_id: string;
  buyer_id: string | null;
  clicked_at: string | null;
}

/** Whether an order that is paid now is the first among the orders that `first_of` names; always true if it names none. */
async function isFirst(trx: Executor, { organisationId, lastPaidAt }: Earning, { first_of, affiliate_id, buyer_id, clicked_at }: Condition): Promise<boolean> {
  if (first_of === null) return true;
  if (first_of !== 'affiliate') return lastPaidAt === null || (first_of === 'click' && clicked_at !== null && lastPaidAt < clicked_at);
  const { rows } = await sql`
    select from affiliate_referrals f join affiliate_commissions c on c.organisation_id = f.organisation_id and c.order_id = f.order_id
    where f.organisation_id = ${organisationId} and f.buyer_id = ${buyer_id} and f.affiliate_id = ${affiliate_id} limit 1`.execute(trx);
  return rows.length === 0;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Owner = { affiliate_id: string; course_id: string | null; plan_id: string | null; hold_days: number; flag: Flag | null };

async function insert(
  trx: Executor,
  { organisationId, orderId, currency, livemode, isDisputed, occurredAt }: Earning,
  { affiliate_id, course_id, plan_id, hold_days, flag }: Owner,
  row: { sequence: number; base: number; amount: number },
): Promise<void> {
  const commissionId = newUntimedId();
  await trx
    .insertInto('affiliate_commissions')
    .values({
      ...{ organisation_id: organisationId, id: commissionId, order_id: orderId, affiliate_id, course_id, plan_id, currency, livemode, flag, ...row },
      ...{ status: row.sequence === 0 || (isDisputed && row.amount > 0) ? 'pending' : 'payable', is_disputed: isDisputed, earned_at: occurredAt },
      payable_at: new Date(Date.parse(occurredAt) + hold_days * DAY_MS).toISOString(),
    })
    .execute();
  await publishEvent(trx, 'commission.created', { organisationId, commissionId });
}

/** Changes a commission that was never settled. It is void while nothing is left of the money, and comes back if the money does. */
async function revise(trx: Executor, organisationId: string, commissionId: string, { base, amount }: { base: number; amount: number }): Promise<void> {
  await trx
    .updateTable('affiliate_commissions')
    .set({ base, amount, status: amount === 0 ? 'void' : sql<'pending' | 'payable'>`case when status = 'void' then 'pending' else status end` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', commissionId)
    .execute();
  if (amount === 0) await publishEvent(trx, 'commission.voided', { organisationId, commissionId });
}

/** Holds the commissions on an order while its payment is disputed, and no longer. Settled ones and negative ones (earnings taken back) keep their status. */
const holdForDispute = (trx: Executor, { organisationId, orderId, isDisputed }: Earning): Promise<unknown> =>
  sql`
  update affiliate_commissions set is_disputed = ${isDisputed},
    status = case when ${isDisputed} and status = 'payable' and not is_settled and amount > 0 then 'pending' else status end
  where organisation_id = ${organisationId} and order_id = ${orderId}`.execute(trx);
