import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { requireOwnAccount } from '../../kernel/ownership.ts';
import type { Tools } from '../../kernel/tools.ts';
import { inviteStatus } from '../program/invites.ts';
import { readProgram } from '../program/program.ts';
import { seeAffiliate } from '../referrals/sightings.ts';
import { affiliatesOf } from './columns.ts';
import { publishEvent } from './events.ts';
import { readAffiliation } from './own-affiliations.ts';

type JoinTools = Pick<Tools, 'db' | 'clock' | 'keyring' | 'base'>;
type Joined = { begins: boolean; affiliation: Shape<'Affiliation'> };

/**
 * Makes the caller an affiliate by an invite. A caller who is one already keeps their status and the invite by which they joined, and can accept new terms
 * or change their payout contact. The invite stays locked until the transaction ends, so that only as many concurrent calls join as it has uses left.
 * @returns the affiliation and whether it begins now
 * @throws DomainError affiliate_program_closed, affiliate_invite_deactivated, affiliate_invite_expired, affiliate_invite_used_up, recovery_required
 * @throws ValidationError if the organisation has no such invite, or other terms
 */
export function joinProgram(
  { db, clock, keyring, base }: JoinTools,
  caller: Caller,
  { code, terms_version, payout_contact }: Shape<'AffiliateJoin'>,
): Promise<Joined> {
  const { organisationId, actorId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    await requireOwnAccount(trx, actorId, organisationId);
    const invite = await lockInvite(trx, organisationId, codeKey(code), now);
    const { terms_version: current, is_enabled, approval } = await readProgram(trx, organisationId);
    if (terms_version !== undefined && terms_version !== current)
      throw new ValidationError([{ field: 'terms_version', code: 'outdated', message: `The current version of the terms is ${current}.` }]);
    const rejoin = () => changeAffiliation({ db: trx, keyring, base }, caller, { terms_version, payout_contact });
    const again = await rejoin();
    if (again) return again;
    if (!is_enabled) throw new DomainError('affiliate_program_closed', 'The organisation does not currently have an affiliate programme.');
    requireActive(invite.status);
    const id = newId();
    const status = approval === 'automatic' ? 'approved' : 'pending';
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('affiliates')
      .values({
        organisation_id: organisationId,
        id,
        user_id: actorId,
        status,
        joined_via: invite.id,
        terms_version: terms_version ?? null,
        payout_contact: sealed(keyring, payout_contact ?? null),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).where('user_id', 'is not', null).doNothing())
      .executeTakeFirstOrThrow();
    // The caller has joined with another invite at the same time.
    if (!inserted) return (await rejoin()) as Joined;
    await trx.updateTable('affiliate_invites').set({ uses: sql`uses + 1` }).where('organisation_id', '=', organisationId).where('id', '=', invite.id).execute();
    await recordChange(trx, caller, { action: 'affiliate.joined', objectId: id, before: null, after: { status, joined_via: invite.id } });
    await publishEvent(trx, 'affiliate.joined', { organisationId, affiliateId: id, userId: actorId });
    if (status === 'approved') await publishEvent(trx, 'affiliate.approved', { organisationId, affiliateId: id, userId: actorId });
    await notify(trx, { organisation_id: organisationId, event: 'affiliate_joined', object_id: id });
    await enqueue(trx, 'mail_affiliate', { organisation_id: organisationId, affiliate_id: id, status });
    await seeAffiliate({ db: trx, clock, keyring }, caller);
    return { begins: true, affiliation: await readAffiliation(trx, base, caller) };
  });
}

/** Records the choices of an affiliate who joins again. Returns null if the caller is not an affiliate. */
async function changeAffiliation(
  { db, keyring, base }: Pick<Tools, 'db' | 'keyring' | 'base'>,
  caller: Caller,
  { terms_version, payout_contact }: Pick<Shape<'AffiliateJoin'>, 'terms_version' | 'payout_contact'>,
): Promise<Joined | null> {
  const { organisationId, actorId } = caller;
  const known = await affiliatesOf(db, organisationId)
    .select(['id', 'terms_version', 'payout_contact'])
    .where('user_id', '=', actorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return null;
  const { id } = known;
  const accepts = terms_version !== undefined && terms_version !== known.terms_version;
  const moves = payout_contact !== undefined && payout_contact !== (known.payout_contact && keyring.open(known.payout_contact).toString());
  if (accepts || moves)
    await db
      .updateTable('affiliates')
      .set({ ...(accepts && { terms_version }), ...(moves && { payout_contact: sealed(keyring, payout_contact) }) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
  if (accepts)
    await recordChange(db, caller, {
      action: 'affiliate.terms_accepted',
      objectId: id,
      before: { terms_version: known.terms_version },
      after: { terms_version },
    });
  if (moves)
    await recordChange(db, caller, {
      action: 'affiliate.payout_contact_changed',
      objectId: id,
      before: { has_payout_contact: known.payout_contact !== null },
      after: { has_payout_contact: payout_contact !== null },
    });
  return { begins: false, affiliation: await readAffiliation(db, base, caller) };
}

const sealed = (keyring: Tools['keyring'], contact: string | null): Buffer | null => (contact === null ? null : keyring.seal(Buffer.from(contact)));

/** Finds and locks the invite. The lock also serialises the attempts of one person with it. */
async function lockInvite(trx: Executor, organisationId: string, code: string, now: string) {
  const invite = await trx
    .selectFrom('affiliate_invites')
    .select(['affiliate_invites.id', inviteStatus(now).as('status')])
    .where('organisation_id', '=', organisationId)
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!invite) throw new ValidationError([{ field: 'code', code: 'unknown', message: 'There is no such code.' }]);
  return invite;
}

function requireActive(status: Shape<'AffiliateInviteStatus'>): void {
  if (status === 'deactivated') throw new DomainError('affiliate_invite_deactivated', 'The invite has been deactivated.');
  if (status === 'expired') throw new DomainError('affiliate_invite_expired', 'The invite has expired.');
  if (status === 'used_up') throw new DomainError('affiliate_invite_used_up', 'The invite has been used up.');
}
