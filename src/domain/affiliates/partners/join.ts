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
import type { Tools } from '../../kernel/tools.ts';
import { inviteStatus } from '../program/invites.ts';
import { readProgram } from '../program/program.ts';
import { affiliatesOf } from './columns.ts';
import { publishEvent } from './events.ts';
import { readAffiliation } from './own-affiliations.ts';

type Joined = { begins: boolean; affiliation: Shape<'Affiliation'> };

/**
 * Makes the caller an affiliate with an invite, or records that an affiliate accepts the terms. Whoever is an affiliate keeps their state and the invite
 * they joined with. The invite stays locked until the transaction ends, so that of concurrent calls only as many join as it has uses left.
 * @returns the affiliation and whether it begins now
 * @throws DomainError affiliate_program_closed, affiliate_invite_deactivated, affiliate_invite_expired, affiliate_invite_used_up
 * @throws ValidationError if the organisation has no such invite, or other terms
 */
export function joinProgram(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  caller: Caller,
  { code, terms_version }: Shape<'AffiliateJoin'>,
): Promise<Joined> {
  const { organisationId, actorId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const invite = await lockInvite(trx, organisationId, codeKey(code), now);
    const { terms_version: current, is_enabled, approval } = await readProgram(trx, organisationId);
    if (terms_version !== undefined && terms_version !== current)
      throw new ValidationError([{ field: 'terms_version', code: 'outdated', message: `The terms have version ${current}.` }]);
    const again = await rejoin(trx, base, caller, terms_version);
    if (again) return again;
    if (!is_enabled) throw new DomainError('affiliate_program_closed', 'The organisation has no affiliate program at the moment.');
    requireActive(invite.status);
    const id = newId();
    const status = approval === 'automatic' ? 'approved' : 'pending';
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('affiliates')
      .values({ organisation_id: organisationId, id, user_id: actorId, status, joined_via: invite.id, terms_version: terms_version ?? null, created_at: now })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).where('user_id', 'is not', null).doNothing())
      .executeTakeFirstOrThrow();
    // They joined with another invite at the same time.
    if (!inserted) return (await rejoin(trx, base, caller, terms_version)) as Joined;
    await trx.updateTable('affiliate_invites').set({ uses: sql`uses + 1` }).where('organisation_id', '=', organisationId).where('id', '=', invite.id).execute();
    await recordChange(trx, caller, { action: 'affiliate.joined', objectId: id, before: null, after: { status, joined_via: invite.id } });
    await publishEvent(trx, 'affiliate.joined', { organisationId, affiliateId: id, userId: actorId });
    if (status === 'approved') await publishEvent(trx, 'affiliate.approved', { organisationId, affiliateId: id, userId: actorId });
    await notify(trx, { organisation_id: organisationId, event: 'affiliate_joined', object_id: id });
    await enqueue(trx, 'mail_affiliate', { organisation_id: organisationId, affiliate_id: id, status });
    return { begins: true, affiliation: await readAffiliation(trx, base, caller) };
  });
}

/** Records that somebody who is an affiliate accepts the terms. Null if the caller is none. */
async function rejoin(trx: Executor, base: string, caller: Caller, terms_version: number | undefined): Promise<Joined | null> {
  const known = await affiliatesOf(trx, caller.organisationId).select(['id', 'terms_version']).where('user_id', '=', caller.actorId).executeTakeFirst();
  if (!known) return null;
  if (terms_version !== undefined && terms_version !== known.terms_version) {
    const { id, terms_version: before } = known;
    await trx.updateTable('affiliates').set({ terms_version }).where('organisation_id', '=', caller.organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'affiliate.terms_accepted', objectId: id, before: { terms_version: before }, after: { terms_version } });
  }
  return { begins: false, affiliation: await readAffiliation(trx, base, caller) };
}

/** Finds the invite. The lock also serializes the attempts of one person with it. */
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
  if (status === 'deactivated') throw new DomainError('affiliate_invite_deactivated', 'The invite was deactivated.');
  if (status === 'expired') throw new DomainError('affiliate_invite_expired', 'The invite has expired.');
  if (status === 'used_up') throw new DomainError('affiliate_invite_used_up', 'The invite was used as often as it can be.');
}
