import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { cancelPending } from '../commissions/cancel-pending.ts';
import { checkRate } from '../program/rate.ts';
import { type AffiliateStatus, affiliatesOf, selectAffiliate } from './columns.ts';
import { publishEvent } from './events.ts';

type Affiliate = Shape<'Affiliate'>;
type Action = Shape<'AffiliateAction'>;

/** The state to which each action leads, and the states from which it does, as the database also enforces. */
const MOVES: Readonly<Record<Action, { to: AffiliateStatus; from: readonly AffiliateStatus[] }>> = {
  approve: { to: 'approved', from: ['pending', 'declined', 'suspended'] },
  decline: { to: 'declined', from: ['pending'] },
  suspend: { to: 'suspended', from: ['approved'] },
};

/** Lists the affiliates of the organisation, newest first. */
export async function listAffiliates(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { status, ...paging }: Paging & { status?: AffiliateStatus | undefined },
): Promise<Page<Affiliate>> {
  const [count, results] = await Promise.all([
    countRows(affiliatesOf(db, organisationId).$if(status !== undefined, (query) => query.where('affiliates.status', '=', status as AffiliateStatus))),
    selectAffiliate(db, organisationId)
      .$if(status !== undefined, (query) => query.where('affiliates.status', '=', status as AffiliateStatus))
      .orderBy('affiliates.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/**
 * Approves, declines or suspends an affiliate, or gives them a rate of their own. An action to a state that the affiliate already has changes nothing, except
 * that the pending commissions of a suspended affiliate can still be voided.
 * @throws NotFoundError
 * @throws DomainError affiliate_transition
 * @throws ValidationError
 */
export function updateAffiliate(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  { action, reason, rate, void_pending = false }: Shape<'PatchedAffiliate'>,
): Promise<Affiliate> {
  requireIds(id);
  const { organisationId } = caller;
  const faults = new Faults();
  checkRate(rate, faults);
  if (reason !== undefined && action === undefined) faults.add('reason', 'not_allowed', 'Not allowed without an action.');
  if (void_pending && action !== 'suspend') faults.add('void_pending', 'not_allowed', 'Only allowed with the action suspend.');
  faults.check();
  return inTransaction(db, async (trx) => {
    const before = await lockAffiliate(trx, organisationId, id);
    const move = action && before.status !== MOVES[action].to ? MOVES[action] : null;
    if (move && !move.from.includes(before.status))
      throw new DomainError('affiliate_transition', `An affiliate's status cannot change from ${before.status} to ${move.to}.`);
    const cancelled = void_pending ? await cancelPending(trx, organisationId, id) : 0;
    if (!move && rate === undefined && cancelled === 0) return before;
    if (move || rate !== undefined)
      await trx
        .updateTable('affiliates')
        .set({ ...(move ? { status: move.to, reason: reason ?? null, decided_at: timeOf(clock) } : {}), ...(rate === undefined ? {} : { rate: json(rate) }) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute();
    const after = await readAffiliate(trx, organisationId, id).executeTakeFirstOrThrow();
    await recordChange(trx, caller, {
      action: move ? `affiliate.${move.to}` : 'affiliate.updated',
      objectId: after.id,
      before: shown(before),
      after: { ...shown(after), ...(cancelled > 0 && { voided_commissions: cancelled }) },
    });
    if (move) await announce(trx, organisationId, after);
    return after;
  });
}

const readAffiliate = (db: Executor, organisationId: string, id: string) => selectAffiliate(db, organisationId).where('affiliates.id', '=', id);

const lockAffiliate = (trx: Executor, organisationId: string, id: string): Promise<Affiliate> =>
  readAffiliate(trx, organisationId, id)
    .forNoKeyUpdate('affiliates')
    .executeTakeFirstOrThrow(() => new NotFoundError());

/** Returns the fields of an affiliate that the audit log shows. As the log outlives the account, they exclude what staff write about the person. */
const shown = ({ status, rate }: Affiliate) => ({ status, rate });

/** Tells webhooks and the affiliate of their new state. */
async function announce(trx: Executor, organisationId: string, { id, status, user }: Affiliate): Promise<void> {
  const happened = { organisationId, affiliateId: id, userId: user?.id ?? null };
  if (status === 'approved') await publishEvent(trx, 'affiliate.approved', happened);
  if (status === 'suspended') await publishEvent(trx, 'affiliate.suspended', happened);
  await enqueue(trx, 'mail_affiliate', { organisation_id: organisationId, affiliate_id: id, status });
}
