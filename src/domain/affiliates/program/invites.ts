import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { checkedCode } from '../../kernel/code-key.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { checkedExpiry } from '../../kernel/expiry.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { checkRate, type Rate } from './rate.ts';

type Invite = Shape<'AffiliateInvite'>;
type InviteStatus = Shape<'AffiliateInviteStatus'>;

/** Number of random characters: about 49 bits. */
const RANDOM_LENGTH = 10;

/** Returns the status of an invite, the first of these that applies now. For queries that read `affiliate_invites`. */
export const inviteStatus = (now: string): RawBuilder<InviteStatus> => sql`case
  when affiliate_invites.deactivated_at is not null then 'deactivated'
  when affiliate_invites.expires_at <= ${now} then 'expired'
  when affiliate_invites.uses >= affiliate_invites.max_uses then 'used_up'
  else 'active' end`;

const invitesOf = (db: Executor, organisationId: string) => db.selectFrom('affiliate_invites').where('affiliate_invites.organisation_id', '=', organisationId);

const selectInvite = (db: Executor, organisationId: string, now: string) =>
  invitesOf(db, organisationId)
    .select(['affiliate_invites.id', 'code', 'label', 'max_uses', 'uses', 'expires_at', 'created_at', 'deactivated_at'])
    .select([sql<Rate | null>`rate`.as('rate'), inviteStatus(now).as('status')]);

/** Lists the invites of the organisation, newest first, including those that can no longer be used. */
export async function listInvites({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisationId }: Caller, paging: Paging): Promise<Page<Invite>> {
  const [count, results] = await Promise.all([
    countRows(invitesOf(db, organisationId)),
    selectInvite(db, organisationId, timeOf(clock)).orderBy('affiliate_invites.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * @throws DomainError affiliate_invite_code_taken
 * @throws ValidationError
 */
export function createInvite(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { code: chosen, label = '', rate = null, max_uses = null, expires_at = null }: Shape<'AffiliateInviteWrite'>,
): Promise<Invite> {
  const { organisationId } = caller;
  const faults = new Faults();
  const code = chosen === undefined ? randomCode(RANDOM_LENGTH) : checkedCode(chosen, faults);
  checkRate(rate, faults);
  const terms = { label, rate: json(rate), max_uses, expires_at: checkedExpiry(expires_at, clock, faults) ?? null };
  faults.check();
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const id = newId();
    await storeUnlessTaken(trx, {
      violated: { constraint: 'affiliate_invites_code' },
      store: () =>
        trx
          .insertInto('affiliate_invites')
          .values({ organisation_id: organisationId, id, code, ...terms, created_at: now })
          .execute(),
      find: () => invitesOf(trx, organisationId).select('affiliate_invites.id').where('code', '=', code).executeTakeFirst(),
      refusal: (other) => new DomainError('affiliate_invite_code_taken', 'The organisation already has an invite with this code.', { invite_id: other.id }),
    });
    const made = await selectInvite(trx, organisationId, now).where('affiliate_invites.id', '=', id).executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'affiliate_invite.created', objectId: id, before: null, after: { ...made } });
    return made;
  });
}

/** Reads an invite and locks it until the transaction ends.
 * @throws NotFoundError */
const lockInvite = (trx: Executor, organisationId: string, id: string, now: string): Promise<Invite> =>
  selectInvite(trx, organisationId, now)
    .where('affiliate_invites.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());

/**
 * Changes an invite. A new rate also applies to those who have joined with it.
 * @throws NotFoundError
 * @throws ValidationError
 */
export function updateInvite(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  { rate, ...input }: Shape<'PatchedAffiliateInvite'>,
): Promise<Invite> {
  requireIds(id);
  const { organisationId } = caller;
  const faults = new Faults();
  checkRate(rate, faults);
  const expires_at = checkedExpiry(input.expires_at, clock, faults);
  faults.check();
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const before = await lockInvite(trx, organisationId, id, now);
    if (input.max_uses && input.max_uses < before.uses) faults.add('max_uses', 'below_uses', `Must be at least ${before.uses}, the number of uses so far.`);
    faults.check();
    const changes = { ...input, ...(expires_at === undefined ? {} : { expires_at }), ...(rate === undefined ? {} : { rate: json(rate) }) };
    if (Object.keys(changes).length === 0) return before;
    await trx.updateTable('affiliate_invites').set(changes).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    const after = await selectInvite(trx, organisationId, now).where('affiliate_invites.id', '=', id).executeTakeFirstOrThrow();
    await recordChange(trx, caller, { action: 'affiliate_invite.updated', objectId: after.id, before: { ...before }, after: { ...after } });
    return after;
  });
}

/**
 * Deactivates an invite, which stays in the list, because affiliates have joined with it. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export function deactivateInvite({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const { id: objectId, deactivated_at: before } = await lockInvite(trx, organisationId, id, now);
    if (before !== null) return;
    await trx.updateTable('affiliate_invites').set({ deactivated_at: now }).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'affiliate_invite.deactivated', objectId, before: { deactivated_at: null }, after: { deactivated_at: now } });
  });
}
