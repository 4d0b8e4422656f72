import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { checkedMoment } from '../../kernel/expiry.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { ownAffiliate } from '../program/own-affiliate.ts';
import type { Rate } from '../program/rate.ts';
import { publishEvent } from './events.ts';

type Commission = Shape<'AffiliateCommission'>;

/** A filter for the commissions of an organisation. */
export interface CommissionFilter {
  status?: Commission['status'] | undefined;
  settled?: boolean | undefined;
  flagged?: boolean | undefined;
  affiliate_id?: string | undefined;
  course_id?: string | undefined;
  plan_id?: string | undefined;
  /** Earned at this time or later, RFC 3339. */
  from?: string | undefined;
  /** Earned before this time, RFC 3339. */
  to?: string | undefined;
}

const commissionsOf = (db: Executor, organisationId: string) =>
  db.selectFrom('affiliate_commissions').where('affiliate_commissions.organisation_id', '=', organisationId);

const matching = (db: Executor, organisationId: string, { status, settled, flagged, affiliate_id, course_id, plan_id, from, to }: CommissionFilter) =>
  commissionsOf(db, organisationId)
    .$if(status !== undefined, (query) => query.where('affiliate_commissions.status', '=', status as Commission['status']))
    .$if(settled !== undefined, (query) => query.where('affiliate_commissions.is_settled', '=', settled as boolean))
    .$if(flagged !== undefined, (query) => query.where('affiliate_commissions.flag', flagged ? 'is not' : 'is', null))
    .$if(affiliate_id !== undefined, (query) => query.where('affiliate_commissions.affiliate_id', '=', affiliate_id as string))
    .$if(course_id !== undefined, (query) => query.where('affiliate_commissions.course_id', '=', course_id as string))
    .$if(plan_id !== undefined, (query) => query.where('affiliate_commissions.plan_id', '=', plan_id as string))
    .$if(from !== undefined, (query) => query.where('affiliate_commissions.earned_at', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('affiliate_commissions.earned_at', '<', to as string));

const withReferral = <Row>(query: SelectQueryBuilder<DB, 'affiliate_commissions', Row>) =>
  query
    .innerJoin('affiliate_referrals as referrals', (join) =>
      join.onRef('referrals.organisation_id', '=', 'affiliate_commissions.organisation_id').onRef('referrals.order_id', '=', 'affiliate_commissions.order_id'),
    )
    .select([
      'affiliate_commissions.id',
      'affiliate_commissions.affiliate_id',
      'referrals.course_title',
      'affiliate_commissions.currency',
      'affiliate_commissions.livemode',
    ])
    .select(['affiliate_commissions.base', 'affiliate_commissions.amount', 'affiliate_commissions.is_settled as settled', 'referrals.sub_id'])
    .select([sql<Rate>`referrals.rate`.as('rate'), sql<Commission['status']>`affiliate_commissions.status`.as('status')]);

const selectCommission = <Row>(query: SelectQueryBuilder<DB, 'affiliate_commissions', Row>) =>
  withReferral(query)
    .select([
      'affiliate_commissions.order_id',
      'affiliate_commissions.course_id',
      'affiliate_commissions.plan_id',
      'affiliate_commissions.settled_at',
      'affiliate_commissions.settlement_reference',
      'affiliate_commissions.is_disputed',
      'affiliate_commissions.payable_at',
      'affiliate_commissions.earned_at',
    ])
    .select([sql<Commission['rule']>`referrals.rule`.as('rule'), sql<Commission['flag']>`affiliate_commissions.flag`.as('flag')]);

/** Returns the filter with its times in UTC.
 * @throws ValidationError */
export function checkedFilter({ from, to, ...named }: CommissionFilter): CommissionFilter {
  const faults = new Faults();
  const filter = { ...named, from: from && checkedMoment(from, faults, 'from'), to: to && checkedMoment(to, faults, 'to') };
  faults.check();
  return filter;
}

/** Selects the commissions that match a filter, as staff see them. */
export const selectMatching = (db: Executor, organisationId: string, filter: CommissionFilter) => selectCommission(matching(db, organisationId, filter));

const newestFirst = <Row>(query: SelectQueryBuilder<DB, 'affiliate_commissions', Row>) =>
  query.orderBy('affiliate_commissions.created_at', 'desc').orderBy('affiliate_commissions.id', 'desc');

/** Lists the commissions of the organisation, newest first.
 * @throws ValidationError */
export async function listCommissions(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { page, page_size, ...asked }: Paging & CommissionFilter,
): Promise<Page<Commission>> {
  const filter = checkedFilter(asked);
  const [count, results] = await Promise.all([
    countRows(matching(db, organisationId, filter)),
    selectMatching(db, organisationId, filter).$call(newestFirst).$call(onPage({ page, page_size })).execute(),
  ]);
  return { count, results };
}

/**
 * Lists what the user has earned as one affiliate, newest first, without anything by which buyers could be recognised.
 * @throws NotFoundError if the user is not this affiliate
 */
export async function listOwnCommissions(
  { db }: Pick<Tools, 'db'>,
  user: User,
  { page, page_size, affiliate_id, status, settled }: Paging & Pick<CommissionFilter, 'status' | 'settled'> & { affiliate_id: string },
): Promise<Page<Shape<'OwnCommission'>>> {
  const { organisation_id } = await ownAffiliate(db, user, affiliate_id);
  const own = () => matching(db, organisation_id, { affiliate_id, status, settled });
  const [count, results] = await Promise.all([
    countRows(own()),
    withReferral(own())
      .select(
        sql<string>`to_char(affiliate_commissions.earned_at at time zone (select timezone from organisations where id = ${organisation_id}), 'YYYY-MM-DD')`.as(
          'day',
        ),
      )
      .$call(newestFirst)
      .$call(onPage({ page, page_size }))
      .execute(),
  ]);
  return { count, results };
}

export const isVoid = (): DomainError => new DomainError('commission_void', 'A void commission cannot be settled.');

/**
 * Marks a commission as settled, or as not settled. No money moves, and its status stays. Repeating the call changes nothing.
 * @throws NotFoundError
 * @throws DomainError commission_void
 */
export function settleCommission(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  { settled }: Shape<'CommissionSettlement'>,
): Promise<Commission> {
  requireIds(id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const read = () => selectCommission(commissionsOf(trx, organisationId).where('affiliate_commissions.id', '=', id));
    const before = await read()
      .forNoKeyUpdate('affiliate_commissions')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (before.settled === settled) return before;
    if (before.status === 'void') throw isVoid();
    await trx
      .updateTable('affiliate_commissions')
      .set({ is_settled: settled, settled_at: settled ? timeOf(clock) : null, settlement_reference: null })
      .$if(settled, (query) => query.set({ was_settled: true }))
      // A commission that was payable when it was settled, and is disputed now, waits for the bank again.
      .$if(!settled && before.is_disputed && before.amount > 0, (query) => query.set({ status: 'pending' }))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
    const after = await read().executeTakeFirstOrThrow();
    const action = settled ? 'commission.settled' : 'commission.unsettled';
    await recordChange(trx, caller, { action, objectId: after.id, before: { settled: before.settled }, after: { settled } });
    if (settled) await publishEvent(trx, 'commission.settled', { organisationId, commissionId: after.id });
    return after;
  });
}
