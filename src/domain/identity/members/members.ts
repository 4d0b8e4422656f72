import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { withdrawInvitesOf } from '../../organisations/invites/manage-invites.ts';
import { appoint, dismiss, readMember, requireStillOwner, resign, resignAnyway } from '../../organisations/organisations/members.ts';
import { revokeKeysOf, takeOverKeysOf } from '../api-keys/keys-of-makers.ts';

type Fate = Shape<'MemberKeys'>;

interface Removal {
  fate: Fate | undefined;
  /** Requires a fresh proof of the caller's identity, which is not needed for removing learners. */
  requireProof: (trx: Executor) => Promise<void>;
}

/**
 * Changes the role of a member. Invitations that they may no longer send are withdrawn. If the member becomes a learner, their API keys end, or the caller
 * takes them over.
 * @throws ValidationError
 * @throws NotFoundError
 * @throws DomainError permission_denied, last_owner
 */
export function updateMember(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  userId: string,
  { role, keys: fate }: Shape<'MemberChange'>,
): Promise<Shape<'ChangedMember'>> {
  return inTransaction(db, async (trx) => {
    await appoint(trx, caller, userId, role);
    await withdrawInvitesOf(trx, caller, userId, role);
    const keys = role === 'learner' ? await endKeys(trx, caller, userId, fate) : { revoked: [], taken_over: [] };
    return { ...(await readMember(trx, caller.organisationId, userId)), keys };
  });
}

/**
 * Ends the membership of a user. Their invitations are withdrawn, and the API keys that they made end, too, or the caller takes them over.
 * @throws ValidationError
 * @throws NotFoundError
 * @throws DomainError permission_denied, last_owner, reauthentication_required
 */
export function removeMember(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  userId: string,
  { fate = 'revoke', requireProof }: Removal,
): Promise<Shape<'RemovedMember'>> {
  return inTransaction(db, async (trx) => {
    const role = await dismiss(trx, caller, userId);
    if (fate === 'take_over' || (role !== 'learner' && userId !== caller.actorId)) await requireProof(trx);
    await withdrawInvitesOf(trx, caller, userId, null);
    return { keys: await endKeys(trx, caller, userId, fate) };
  });
}

/**
 * Ends the caller's own membership, in a transaction of its own or in one that has already checked more.
 * @throws NotFoundError
 * @throws DomainError last_owner
 */
export function leave({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  return inTransaction(db, async (trx) => {
    await resign(trx, caller);
    await withdrawInvitesOf(trx, caller, caller.actorId, null);
    await revokeKeysOf(trx, caller, caller.actorId);
  });
}

/** Ends the caller's own membership, even if they are the only owner. For QA only.
 * @throws NotFoundError */
export function leaveAnyway({ db }: Pick<Tools, 'db'>, caller: Caller): Promise<void> {
  return inTransaction(db, async (trx) => {
    await resignAnyway(trx, caller);
    await withdrawInvitesOf(trx, caller, caller.actorId, null);
    await revokeKeysOf(trx, caller, caller.actorId);
  });
}

async function endKeys(trx: Executor, caller: Caller, userId: string, fate: Fate): Promise<Shape<'KeysOfMember'>> {
  if (fate === 'revoke') return { revoked: await revokeKeysOf(trx, caller, userId), taken_over: [] };
  if (userId === caller.actorId) throw new ValidationError([{ field: 'keys', code: 'not_allowed', message: 'Only another owner can take over your keys.' }]);
  await requireStillOwner(trx, caller);
  return { revoked: [], taken_over: await takeOverKeysOf(trx, caller, userId) };
}
