import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange, recordChanges } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Role } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { forgetMails, takeMail } from './address-limit.ts';
import { lockHeldLearner } from './held-learner.ts';
import { LEARNER_LIFETIME } from './invite-learners.ts';
import { claimed, claimOf, isAlive, mayInvite, role, selectInvites } from './select-invites.ts';

const LIFETIME = '7 days';

const pending = (db: Executor, organisationId: string) =>
  selectInvites(db, organisationId).innerJoin('users', 'users.id', 'invited_by').where('accepted_by', 'is', null);

const INVITE = [
  'member_invites.id',
  'member_invites.email',
  role.as('role'),
  person.as('invited_by'),
  sql<string>`member_invites.created_at`.as('created_at'),
  sql<string | null>`member_invites.mailed_at`.as('mailed_at'),
  'expires_at',
  claimed<Shape<'Person'>>(person).as('claims'),
  sql<Shape<'InvitePlace'>[]>`(select coalesce(json_agg(json_build_object('course_id', c.id, 'course_title', c.title,
      'import_id', p.import_id, 'number', p.number, 'cohort_id', p.cohort_id) order by c.id), '[]')
    from member_invite_places p join courses c on c.organisation_id = p.organisation_id and c.id = p.course_id
    where p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id)`.as('places'),
] as const;

/** Lists the invitations that can be accepted, the newest first. */
export async function listInvites({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, paging: Paging): Promise<Page<Shape<'MemberInvite'>>> {
  const matching = pending(db, organisationId);
  const [count, results] = await Promise.all([
    countRows(matching),
    matching.select(INVITE).orderBy('member_invites.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * Invites the owner of an address, and sends a mail. If the address is already invited, its invitation is renewed instead; `isNew` tells which of the two
 * happened.
 * @throws DomainError permission_denied, already_member, throttled
 */
export function inviteMember({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, { email, role: to }: Shape<'MemberInviteWrite'>): Promise<SentInvite> {
  if (!mayInvite(caller.role, to)) throw new DomainError('permission_denied', 'Only owners may invite staff.');
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, caller.organisationId);
    const earlier = await lockInvite(trx, caller, { email_key: emailKey(email) });
    if (earlier && !mayInvite(caller.role, earlier.role)) throw new DomainError('permission_denied', 'Only owners may change staff invitations.');
    if (earlier?.claims_user_id && to !== 'learner')
      throw new ValidationError([{ field: 'role', code: 'not_allowed', message: 'A learner with this address has already been invited to claim an account.' }]);
    return send(trx, caller, { email, to, claims_user_id: earlier?.claims_user_id ?? null }, earlier, clock.now());
  });
}

/**
 * Invites the owner of an address to claim a learner's account, over which the organisation must have authority, and sends a mail. The invitation replaces one
 * to another address, whose link stops working.
 * @throws ValidationError if the address is invited to something else
 * @throws DomainError permission_denied, account_is_personal, already_member, throttled
 */
export function inviteToClaim({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, userId: string, email: string): Promise<SentInvite> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    // Accepting an invitation locks the user first.
    if (!(await lockHeldLearner(trx, organisationId, userId)))
      throw new DomainError('account_is_personal', 'The account is not, or is no longer, managed by the organisation.');
    await lockOrganisation(trx, organisationId);
    const ofAddress = await lockInvite(trx, caller, { email_key: emailKey(email) });
    const ofUser = await lockInvite(trx, caller, { claims_user_id: userId });
    if (ofAddress && ofAddress.id !== ofUser?.id)
      throw new ValidationError([
        { field: 'email', code: 'taken', message: 'Another person has already been invited at this address. Withdraw that invitation first.' },
      ]);
    if (ofUser && !ofAddress) await remove(trx, caller, ofUser);
    await trx
      .deleteFrom('member_invites')
      .where('organisation_id', '=', organisationId)
      .where('claims_user_id', '=', userId)
      .$if(ofAddress !== undefined, (query) => query.where('id', '<>', ofAddress?.id as string))
      .execute();
    return send(trx, caller, { email, to: 'learner', claims_user_id: userId }, ofAddress, clock.now());
  });
}

export interface SentInvite {
  isNew: boolean;
  invite: Shape<'MemberInvite'>;
}

interface EarlierInvite {
  id: string;
  role: Role;
  claims_user_id: string | null;
  has_places: boolean;
}

/** Locks the pending invitation, if there is one. */
const lockInvite = (trx: Executor, { organisationId }: Caller, of: { email_key: string } | { claims_user_id: string }): Promise<EarlierInvite | undefined> =>
  trx
    .selectFrom('member_invites')
    .select([
      'id',
      role.as('role'),
      'claims_user_id',
      sql<boolean>`exists (select from member_invite_places p
        where p.organisation_id = member_invites.organisation_id and p.invite_id = member_invites.id)`.as('has_places'),
    ])
    .where((eb) => eb.and({ organisation_id: organisationId, ...of }))
    .where('accepted_by', 'is', null)
    .where(isAlive)
    .forUpdate()
    .executeTakeFirst();

/** Stores an invitation to an address in place of an earlier one, and queues its mail. */
async function send(
  trx: Executor,
  caller: Caller,
  { email, to, claims_user_id }: { email: string; to: Role; claims_user_id: string | null },
  earlier: EarlierInvite | undefined,
  now: number,
): Promise<SentInvite> {
  const { organisationId, actorId } = caller;
  const ofAddress = { organisation_id: organisationId, email_key: emailKey(email) };
  await requireInvitable(trx, organisationId, ofAddress.email_key);
  const lifetime = earlier?.has_places ? LEARNER_LIFETIME : LIFETIME;
  const terms = { email, role: to, invited_by: actorId, mailed_at: sql<string>`now()`, expires_at: sql<string>`now() + ${lifetime}::interval` };
  const id = earlier?.id ?? newId();
  // An accepted or expired invitation is replaced with a new one that has another link.
  await trx
    .deleteFrom('member_invites')
    .where((eb) => eb.and(ofAddress))
    .where('id', '<>', id)
    .execute();
  await trx
    .insertInto('member_invites')
    .values({ ...ofAddress, id, claims_user_id, ...terms })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet(terms))
    .execute();
  await recordChange(trx, caller, {
    action: earlier ? 'member_invite.renewed' : 'member_invite.created',
    objectId: id,
    before: earlier ? { role: earlier.role } : null,
    after: { role: to, ...claimOf({ claims_user_id }) },
  });
  // A mail that is still waiting is replaced, so that many requests at once result in one mail.
  await enqueue(trx, 'mail_invite', { organisation_id: organisationId, invite_id: id }, { key: `invite:${id}` });
  // An invitation is invalid if its sender does not have a role that may invite, which they may have lost in the meantime.
  const invite = await pending(trx, organisationId)
    .where('member_invites.id', '=', id)
    .select(INVITE)
    .executeTakeFirstOrThrow(() => new DomainError('permission_denied', 'Your role in the organisation has changed.'));
  await takeMail(trx, ofAddress.email_key, now);
  return { isNew: earlier === undefined, invite };
}

/** Checks that the organisation is verified. Invitations are mails to strangers, so nobody may send them whose own address is unverified.
 * @throws DomainError permission_denied */
export async function requireVerified(trx: Executor, organisationId: string): Promise<void> {
  const verified = await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).where('verified_at', 'is not', null).executeTakeFirst();
  if (!verified) throw new DomainError('permission_denied', 'The person who set up the organisation must verify their email address first.');
}

/** Checks that the address can be invited. The answer reveals nothing about accounts elsewhere. */
async function requireInvitable(trx: Executor, organisationId: string, key: string): Promise<void> {
  await requireVerified(trx, organisationId);
  const member = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.organisation_id', '=', organisationId)
    .where('users.email_key', '=', key)
    // An address that nobody has verified does not prove anything about a learner.
    .where(sql<boolean>`(users.email_verified_at is not null or memberships.role <> 'learner')`)
    .executeTakeFirst();
  if (member) throw new DomainError('already_member', 'The address belongs to a member of the organisation.', { user_id: member.id });
}

/**
 * Withdraws an invitation, so that its link stops working.
 * @throws NotFoundError also if it was accepted or has expired
 * @throws DomainError permission_denied
 */
export async function withdrawInvite({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireIds(id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const invite = await pending(trx, organisationId)
      .where('member_invites.id', '=', id)
      .select(role.as('role'))
      .forUpdate('member_invites')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (!mayInvite(caller.role, invite.role)) throw new DomainError('permission_denied', 'Only owners may withdraw staff invitations.');
    await remove(trx, caller, { id, role: invite.role });
  });
}

/**
 * Withdraws the invitations that a user has sent and may no longer send, so that they stay withdrawn if the user regains the right.
 * @param left the role that the user has now, or null if they are not a member
 */
export async function withdrawInvitesOf(trx: Executor, caller: Caller, userId: string, left: Role | null): Promise<void> {
  const kept = (['learner', 'creator', 'owner'] as const).filter((to) => mayInvite(left, to));
  const withdrawn = await trx
    .deleteFrom('member_invites')
    .where('organisation_id', '=', caller.organisationId)
    .where('invited_by', '=', userId)
    .where('accepted_by', 'is', null)
    .$if(kept.length > 0, (query) => query.where('role', 'not in', kept))
    .returning(['id', role.as('role')])
    .execute();
  await recordChanges(
    trx,
    withdrawn.map(({ id, role: to }) => ({ actor: caller, action: 'member_invite.withdrawn' as const, objectId: id, before: { role: to }, after: null })),
  );
}

async function remove(trx: Executor, caller: Caller, { id, role: to }: { id: string; role: Role }): Promise<void> {
  await trx.deleteFrom('member_invites').where('organisation_id', '=', caller.organisationId).where('id', '=', id).execute();
  await recordChange(trx, caller, { action: 'member_invite.withdrawn', objectId: id, before: { role: to }, after: null });
}

export async function forgetExpiredInvites({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  await deleteInBatches(db, 'member_invites', sql`expires_at <= now() and mailed_at is not null`, { isRecorded: true });
  await forgetMails(db, clock.now());
}
