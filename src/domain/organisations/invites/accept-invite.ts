import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, type Faults, NotFoundError, unless, ValidationError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { requireOwnAccount } from '../../kernel/ownership.ts';
import type { Role } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { join } from '../organisations/learners.ts';
import { changeRole } from '../organisations/members.ts';
import { planLimit } from '../plans/plans.ts';
import { type InviteKey, readInviteToken } from './invite-token.ts';
import { noteRefusal } from './refusals.ts';
import { claimed, claimOf, role, selectInvites } from './select-invites.ts';

const RANK: Record<Role, number> = { learner: 0, creator: 1, owner: 2 };

/** Returns the invitation of a token to its holder. An accepted invitation is returned until it expires.
 * @throws NotFoundError */
export async function getInvite({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, token: string): Promise<Shape<'Invite'>> {
  const key = readInviteToken(keyring, token);
  if (!key) throw new NotFoundError();
  const { id, name, subdomain, accepted_by, ...invite } = await selectInvites(db, key.organisationId)
    .innerJoin('organisations', 'organisations.id', 'member_invites.organisation_id')
    .innerJoin('users', 'users.id', 'invited_by')
    .where('member_invites.id', '=', key.id)
    .select(['organisations.id', 'organisations.name', 'organisations.subdomain', 'member_invites.email', 'expires_at', 'accepted_by', role.as('role')])
    .select(['users.name as invited_by_name', claimed<string>(sql`name`).as('account_name')])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { ...invite, organisation: { id, name, subdomain }, is_accepted: accepted_by !== null };
}

/** The rights that an invitation to claim an account gives to whoever accepts it. */
export interface AccountClaim {
  userId: string;
  /** The organisation that must have authority over the account. */
  organisationId: string;
  /** The address that the account gets. */
  email: string;
}

/** The consequences of proving an address, which the token of an invitation does. */
interface Proofs {
  /** Verifies the address of a user. */
  proveAddress(trx: Executor, userId: string, origin: Person): Promise<void>;
  /** Gives the signed-in learner the address of an invitation to claim their account. */
  claimAccount(trx: Executor, claim: AccountClaim, origin: Person): Promise<void>;
}

/**
 * Makes the user a member with the role of the invitation, whatever the user's own address is. If the invited address is the user's own, the mailed token
 * proves it. Members keep a higher role. An invitation to claim an account is only for the learner who uses the account, who gets the invited address.
 * Repeating the call changes nothing. If there is no seat, staff are told, and the invitation stays.
 * @throws ValidationError if the token is wrong, or the invitation has expired, or was withdrawn or accepted by somebody else, or is for another account
 * @throws DomainError learner_limit, recovery_required
 */
export async function acceptInvite(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  user: Person,
  token: string,
  { proveAddress, claimAccount }: Proofs,
): Promise<Shape<'Membership'>> {
  const key = readInviteToken(keyring, token);
  if (!key) throw invalidInvite();
  return inTransaction(db, async (trx) => {
    const claim = await readClaim(trx, key);
    if (claim !== null) await claimAccount(trx, forUser(claim, user), user);
    else if (await isProved(trx, user, key)) await proveAddress(trx, user.actorId, user);
    await requireOwnAccount(trx, user.actorId, key.organisationId);
    await takeInvite(trx, user, key);
    const { role: given, ...organisation } = await trx
      .selectFrom('memberships')
      .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
      .select(['organisations.id', 'organisations.name', 'organisations.subdomain', sql<Role>`memberships.role`.as('role')])
      .where('memberships.organisation_id', '=', key.organisationId)
      .where('memberships.user_id', '=', user.actorId)
      .executeTakeFirstOrThrow(invalidInvite);
    return { organisation, role: given };
  }).catch(async (error: unknown) => {
    if (isWithoutSeat(error)) await inTransaction(db, (trx) => noteRefusal(trx, key));
    throw error;
  });
}

const isWithoutSeat = (error: unknown): boolean => error instanceof DomainError && error.code === 'learner_limit';

/** Accepts an invitation for the user if there is a seat. Otherwise the invitation stays, and staff are told. */
export const takeInviteIfFree = (trx: Executor, user: Person, key: InviteKey): Promise<void> =>
  unless(
    'learner_limit',
    takeInvite(trx, user, key).catch(async (error: unknown) => {
      if (isWithoutSeat(error)) await noteRefusal(trx, key);
      throw error;
    }),
  );

/** Returns the rights of an invitation to claim an account, or null if it is a different invitation or was accepted. */
async function readClaim(trx: Executor, { organisationId, id }: InviteKey): Promise<AccountClaim | null> {
  const claim = await selectInvites(trx, organisationId)
    .select(['claims_user_id as userId', 'member_invites.email'])
    .where('member_invites.id', '=', id)
    .where('accepted_by', 'is', null)
    .executeTakeFirst();
  return claim?.userId ? { userId: claim.userId, organisationId, email: claim.email } : null;
}

function forUser(claim: AccountClaim, { actorId }: Person): AccountClaim {
  if (claim.userId !== actorId)
    throw new ValidationError([
      { field: 'token', code: 'not_allowed', message: 'This invitation is to claim a different account from the one you are signed in to.' },
    ]);
  return claim;
}

/** Whether the invitation was mailed to the user's address and nobody has verified the address: then its mail proves it for whoever signs in to the account. */
async function isProved(trx: Executor, user: Person, { organisationId, id }: InviteKey): Promise<boolean> {
  const invited = await selectInvites(trx, organisationId)
    .innerJoin('users', 'users.email_key', 'member_invites.email_key')
    .select('users.id')
    .where('member_invites.id', '=', id)
    .where('accepted_by', 'is', null)
    .where('users.id', '=', user.actorId)
    .where('users.email_verified_at', 'is', null)
    .executeTakeFirst();
  return invited !== undefined;
}

/** Returns the invitation with which somebody wants to sign up. If there is none, adds a fault and returns null. */
export async function inviteOfToken(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  token: string,
  faults: Faults,
): Promise<(InviteKey & { emailKey: string; claim: AccountClaim | null }) | null> {
  const key = readInviteToken(keyring, token);
  const invite =
    key &&
    (await selectInvites(db, key.organisationId)
      .where('member_invites.id', '=', key.id)
      .where('accepted_by', 'is', null)
      .select(['member_invites.email_key', 'member_invites.email', 'claims_user_id'])
      .executeTakeFirst());
  if (!key || !invite) {
    faults.add('invite_token', 'invalid', INVALID);
    return null;
  }
  const { claims_user_id: userId, email, email_key } = invite;
  return { ...key, emailKey: email_key, claim: userId === null ? null : { userId, organisationId: key.organisationId, email } };
}

/** Accepts an invitation for the user. If several users try at once, one becomes a member. Without a place in a course, they only become a member.
 * @throws ValidationError
 * @throws DomainError learner_limit */
async function takeInvite(trx: Executor, user: Person, { organisationId, id }: InviteKey): Promise<void> {
  // An import takes seats before it locks invitations.
  await planLimit(trx, organisationId, 'learner_limit');
  const invite = await selectInvites(trx, organisationId)
    .where('member_invites.id', '=', id)
    .select(['accepted_by', 'claims_user_id', role.as('role')])
    .forUpdate('member_invites')
    .executeTakeFirst();
  if (!invite || (invite.accepted_by ?? invite.claims_user_id ?? user.actorId) !== user.actorId) throw invalidInvite();
  if (invite.accepted_by !== null) return;
  const caller: Caller = { ...user, organisationId, role: null };
  // Whoever claims an account is the learner who uses it. Their membership is not locked: its end deletes the invitation.
  if (invite.claims_user_id === null && !(await join(trx, caller, invite.role))) await raise(trx, caller, invite.role);
  await recordChange(trx, caller, { action: 'member_invite.accepted', objectId: id, before: null, after: { role: invite.role, ...claimOf(invite) } });
  await trx.updateTable('member_invites').set({ accepted_by: user.actorId }).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
  const place = await trx
    .selectFrom('member_invite_places')
    .select('course_id')
    .where('organisation_id', '=', organisationId)
    .where('invite_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (place) await enqueue(trx, 'take_places', { organisation_id: organisationId, invite_id: id, user_id: user.actorId });
}

async function raise(trx: Executor, caller: Caller, to: Role): Promise<void> {
  const { organisationId, actorId } = caller;
  const member = await trx
    .selectFrom('memberships')
    .select(sql<Role>`role`.as('role'))
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actorId)
    .forUpdate()
    .executeTakeFirst();
  if (member && RANK[member.role] < RANK[to]) await changeRole(trx, caller, actorId, member.role, to);
}

const INVALID = 'The invitation does not exist, has expired, has been withdrawn or has already been accepted.';

const invalidInvite = (): ValidationError => new ValidationError([{ field: 'token', code: 'invalid', message: INVALID }]);
