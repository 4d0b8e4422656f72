import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { contains } from '../../../platform/database/search.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Role } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from './lock.ts';

export interface MemberFilter extends Paging {
  role?: Role | undefined;
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
}

const selectMembers = (db: Executor, organisationId: string) =>
  db.selectFrom('memberships').innerJoin('users', 'users.id', 'memberships.user_id').where('memberships.organisation_id', '=', organisationId);

const MEMBER = [person.as('user'), sql<Role>`memberships.role`.as('role'), sql<string>`memberships.created_at`.as('joined_at')] as const;

/** Lists the members of the organisation, longest-standing first. */
export async function listMembers(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { role, search, ...paging }: MemberFilter,
): Promise<Page<Shape<'Member'>>> {
  const matching = selectMembers(db, organisationId)
    .$if(role !== undefined, (query) => query.where('memberships.role', '=', role as Role))
    .$if(search !== undefined, (query) => query.where(contains(sql`users.search_text`, search as string)));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching.select(MEMBER).orderBy('memberships.created_at').orderBy('memberships.user_id').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/** Reads a member as the contract describes them. */
export const readMember = (db: Executor, organisationId: string, userId: string): Promise<Shape<'Member'>> =>
  selectMembers(db, organisationId)
    .where('memberships.user_id', '=', userId)
    .select(MEMBER)
    .executeTakeFirstOrThrow(() => new NotFoundError());

/**
 * Changes the role of a member, and returns the previous one. An organisation always keeps an owner, even if two owners resign at once.
 * @throws NotFoundError
 * @throws DomainError permission_denied, last_owner
 */
export async function appoint(trx: Executor, caller: Caller, userId: string, role: Role): Promise<Role> {
  requireIds(userId);
  const before = await lockMember(trx, caller, userId);
  if (caller.role !== 'owner') throw new DomainError('permission_denied', "Only owners may change a member's role.");
  if (before !== role) {
    if (before === 'owner') await requireOtherOwner(trx, caller.organisationId, userId);
    await changeRole(trx, caller, userId, before, role);
  }
  return before;
}

/**
 * Ends the membership of a user, and returns their role. An organisation always keeps an owner, even if two owners leave at once.
 * @throws NotFoundError
 * @throws DomainError permission_denied, last_owner
 */
export async function dismiss(trx: Executor, caller: Caller, userId: string): Promise<Role> {
  requireIds(userId);
  const role = await lockMember(trx, caller, userId);
  if (caller.role !== 'owner' && role !== 'learner' && userId !== caller.actorId) throw new DomainError('permission_denied', 'Only owners may remove staff.');
  if (role === 'owner') await requireOtherOwner(trx, caller.organisationId, userId);
  await endMembership(trx, caller, userId, { action: 'member.removed', role });
  return role;
}

/**
 * Ends the caller's own membership.
 * @throws NotFoundError
 * @throws DomainError last_owner
 */
export async function resign(trx: Executor, caller: Caller): Promise<void> {
  const role = await lockMember(trx, caller, caller.actorId);
  if (role === 'owner') await requireOtherOwner(trx, caller.organisationId, caller.actorId);
  await endMembership(trx, caller, caller.actorId, { action: 'member.left', role });
}

/** Ends the caller's own membership, even if they are the only owner. For QA only.
 * @throws NotFoundError */
export async function resignAnyway(trx: Executor, caller: Caller): Promise<void> {
  await endMembership(trx, caller, caller.actorId, { action: 'member.left', role: await lockMember(trx, caller, caller.actorId) });
}

async function endMembership(
  trx: Executor,
  caller: Caller,
  userId: string,
  { action, role }: { action: 'member.removed' | 'member.left'; role: Role },
): Promise<void> {
  await trx.deleteFrom('memberships').where('organisation_id', '=', caller.organisationId).where('user_id', '=', userId).execute();
  await recordChange(trx, caller, { action, objectId: userId, before: { role }, after: null });
}

/**
 * Checks that the caller is still staff, and keeps them so until the transaction ends. Otherwise, something created just as they lose the right would outlive
 * that right.
 * @throws DomainError permission_denied
 */
export const requireStillStaff = (trx: Executor, caller: Caller): Promise<void> => requireStill(trx, caller, ['owner', 'creator']);

/** Checks that the caller is still an owner, and keeps them so until the transaction ends.
 * @throws DomainError permission_denied */
export const requireStillOwner = (trx: Executor, caller: Caller): Promise<void> => requireStill(trx, caller, ['owner']);

async function requireStill(trx: Executor, { organisationId, actorId }: Caller, roles: readonly Role[]): Promise<void> {
  const member = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actorId)
    .where('role', 'in', roles)
    .forKeyShare()
    .executeTakeFirst();
  if (!member) throw new DomainError('permission_denied', 'You no longer have the role that this operation requires.');
}

/** Locks the organisation, so that changes of its members happen one after another, and returns the role of the member. */
async function lockMember(trx: Executor, { organisationId }: Caller, userId: string): Promise<Role> {
  await lockOrganisation(trx, organisationId);
  const member = await trx
    .selectFrom('memberships')
    .select(sql<Role>`role`.as('role'))
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return member.role;
}

/** Checks that there is another owner. An owner whose account is about to be deleted does not count. */
async function requireOtherOwner(trx: Executor, organisationId: string, userId: string): Promise<void> {
  const other = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .where('users.deletion_due_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new DomainError('last_owner', 'The organisation must always have an owner. Make another member an owner first.');
}

/** Changes the role of a member. */
export async function changeRole(trx: Executor, actor: Actor, userId: string, from: Role, to: Role): Promise<void> {
  const { organisationId } = actor;
  await trx.updateTable('memberships').set({ role: to }).where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();
  await recordChange(trx, actor, { action: 'membership.updated', objectId: userId, before: { role: from }, after: { role: to } });
}
