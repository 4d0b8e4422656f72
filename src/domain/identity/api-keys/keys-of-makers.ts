import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { addJob } from '../../kernel/jobs.ts';

type Key = Shape<'KeyOfMember'>;

/** Maximum number of keys that an email lists. */
const MOST_NAMED = 20;

/** Revokes the keys that a user made in an organisation, because they may no longer make keys. The owners are told. */
export async function revokeKeysOf(trx: Executor, actor: Actor, userId: string): Promise<Key[]> {
  const { organisationId } = actor;
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name', 'display_prefix'])
    .execute();
  await recordChanges(
    trx,
    revoked.map((before) => ({ actor, action: 'api_key.revoked', objectId: before.id, before: { ...before, created_by: userId }, after: null })),
  );
  return tellOwners(trx, organisationId, userId, 'revoked', revoked);
}

/** Makes the caller the maker of the keys that a user made in the organisation. The owners are told. */
export async function takeOverKeysOf(trx: Executor, caller: Caller, userId: string): Promise<Key[]> {
  const { organisationId, actorId } = caller;
  const taken = await trx
    .updateTable('api_keys')
    .set({ created_by: actorId })
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name', 'display_prefix'])
    .execute();
  await recordChanges(
    trx,
    taken.map(({ id, ...names }) => ({
      actor: caller,
      action: 'api_key.taken_over',
      objectId: id,
      before: { created_by: userId },
      after: { ...names, created_by: actorId },
    })),
  );
  return tellOwners(trx, organisationId, userId, 'taken_over', taken);
}

/**
 * Revokes every key that a user made, in all organisations, because the account is erased or may now belong to a different person from the one who handed out
 * the keys.
 */
export async function revokeKeysMadeBy(trx: Executor, userId: string): Promise<void> {
  // Plain SQL, because the query concerns one user in all organisations.
  const { rows } = await sql<{ organisation_id: string }>`
    select distinct organisation_id from api_keys where created_by = ${userId} and revoked_at is null order by organisation_id`.execute(trx);
  for (const { organisation_id } of rows) await revokeKeysOf(trx, systemActor(organisation_id), userId);
}

/** Queues an email about these keys to every owner, and returns the keys by name. */
async function tellOwners(trx: Executor, organisationId: string, makerId: string, what: 'revoked' | 'taken_over', keys: readonly Key[]): Promise<Key[]> {
  const sorted = keys.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  if (sorted.length === 0) return sorted;
  const named = sorted.slice(0, MOST_NAMED).map(({ id }) => id);
  const job = addJob('mail_keys_of_member', {
    organisation_id: sql`organisation_id`,
    user_id: sql`user_id`,
    maker_id: sql`${makerId}::uuid`,
    what: sql`${what}::text`,
    key_ids: sql`${named}::uuid[]`,
    count: sql`${sorted.length}::int`,
  });
  await sql`select ${job} from memberships where organisation_id = ${organisationId} and role = 'owner'`.execute(trx);
  return sorted;
}
