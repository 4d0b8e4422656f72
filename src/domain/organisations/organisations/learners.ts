import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Role } from '../../kernel/role.ts';
import { planLimit } from '../plans/plans.ts';
import { publishEvent } from './events.ts';

/**
 * Checks that the plan has room for the user as a learner. Users who are already members need no room. If the plan limits the number of learners, no other
 * learner can join until the transaction ends, so that concurrent joins cannot exceed the limit.
 * @throws DomainError learner_limit
 */
export async function requireLearnerRoom(trx: Executor, organisationId: string, userId: string): Promise<void> {
  if (!(await hasLearnerRoom(trx, organisationId, userId))) throw new DomainError('learner_limit', "The organisation has reached its plan's learner limit.");
}

async function hasLearnerRoom(trx: Executor, organisationId: string, userId: string): Promise<boolean> {
  const limit = await planLimit(trx, organisationId, 'learner_limit');
  if (limit === null) return true;
  const { learners, isMember } = await trx
    .selectFrom('memberships')
    .select([sql<number>`count(*) filter (where role = 'learner')::int`.as('learners'), sql<boolean>`bool_or(user_id = ${userId})`.as('isMember')])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return isMember || learners < limit;
}

/** Makes a user a learner of the organisation unless they are already a member, even if the plan has no room for them. Returns whether it had room. */
export async function addBeyondLimit(trx: Executor, actor: Actor, userId: string): Promise<boolean> {
  const hasRoom = await hasLearnerRoom(trx, actor.organisationId, userId);
  await addMember(trx, actor, userId, 'learner');
  return hasRoom;
}

/** A user who joins on their own initiative. */
type Joining = Actor & { actorId: string };

/**
 * Makes the acting user a member of the organisation with this role. Existing members keep their role. Returns whether the user is a new member.
 * @throws DomainError learner_limit
 */
export async function join(trx: Executor, caller: Joining, role: Role): Promise<boolean> {
  const { organisationId, actorId } = caller;
  if (role === 'learner') await requireLearnerRoom(trx, organisationId, actorId);
  return addMember(trx, caller, actorId, role);
}

async function addMember(trx: Executor, actor: Actor, userId: string, role: Role): Promise<boolean> {
  return (await addMembers(trx, actor, [userId], role)).length > 0;
}

/**
 * Returns how many more learners the plan allows, or null if it does not limit them.
 * @param isTaken whether the room is used: if the plan limits the number of learners, no other learner can then join until the transaction ends
 */
export async function learnerRoom(trx: Executor, organisationId: string, { isTaken }: { isTaken: boolean }): Promise<number | null> {
  const limit = await planLimit(trx, organisationId, 'learner_limit', { isTaken });
  if (limit === null) return null;
  const { learners } = await trx
    .selectFrom('memberships')
    .select(sql<number>`count(*)::int`.as('learners'))
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'learner')
    .executeTakeFirstOrThrow();
  return Math.max(0, limit - learners);
}

/** Makes users learners of the organisation unless they are already members. The caller must know that the plan has room for them (`learnerRoom`). */
export async function addLearners(trx: Executor, actor: Actor, userIds: readonly string[]): Promise<void> {
  await addMembers(trx, actor, userIds, 'learner');
}

/** Makes users creators of the organisation unless they are already members. */
export async function addCreators(trx: Executor, actor: Actor, userIds: readonly string[]): Promise<void> {
  await addMembers(trx, actor, userIds, 'creator');
}

/** Adds members. Returns the users who were not members before. */
async function addMembers(trx: Executor, actor: Actor, userIds: readonly string[], role: Role): Promise<string[]> {
  const { organisationId } = actor;
  if (userIds.length === 0) return [];
  const made = await trx
    .insertInto('memberships')
    .columns(['organisation_id', 'user_id', 'role'])
    .expression(sql`select ${organisationId}::uuid, user_id, ${role} from unnest(${[...userIds].sort()}::uuid[]) user_id`)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute();
  const joined = made.map(({ user_id }) => user_id);
  await recordChanges(
    trx,
    joined.map((userId) => ({ actor, action: 'member.joined', objectId: userId, before: null, after: { role } })),
  );
  await publishEvent(trx, 'member.joined', ...joined.map((userId) => ({ organisationId, userId })));
  return joined;
}

/** @throws DomainError learner_limit */
export async function joinAsLearner(trx: Executor, caller: Joining): Promise<void> {
  await join(trx, caller, 'learner');
}
