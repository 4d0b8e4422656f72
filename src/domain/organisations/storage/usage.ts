import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { planLimit } from '../plans/plans.ts';

type Usage = Shape<'StorageUsage'>;

/** Caps a sum that could otherwise exceed the range of a JSON number. */
const bytes = (sum: ReturnType<typeof sql>) => sql<number>`least(coalesce(${sum}, 0), ${Number.MAX_SAFE_INTEGER})::bigint`;

/** Returns the storage usage of an organisation. Ballast and the pictures of submitted pages count as bytes but not as files.
 * @param now RFC 3339; an announced upload counts until its hour is over */
export async function readUsage(db: Executor, organisationId: string, now: string): Promise<Usage> {
  const [stored, room] = await Promise.all([countStored(db, organisationId, now), readRoom(db, organisationId)]);
  return { ...stored, ...room };
}

const countStored = (db: Executor, organisationId: string, now: string): Promise<Pick<Usage, 'used_bytes' | 'in_flight_bytes' | 'object_count'>> =>
  db
    .selectFrom('storage_objects')
    .where('organisation_id', '=', organisationId)
    .where('status', 'in', ['ready', 'pending'])
    .select([
      bytes(sql`sum(size_bytes) filter (where status = 'ready')`).as('used_bytes'),
      bytes(sql`sum(size_bytes) filter (where status = 'pending' and expires_at > ${now}::timestamptz)`).as('in_flight_bytes'),
      sql<number>`(count(*) filter (where status = 'ready' and purpose not in ('ballast', 'page')))::int`.as('object_count'),
    ])
    .executeTakeFirstOrThrow();

async function readRoom(db: Executor, organisationId: string): Promise<Pick<Usage, 'addon_bytes' | 'limit_bytes'>> {
  const planned = await planLimit(db, organisationId, 'storage_limit_bytes');
  const addons = await db
    .selectFrom('storage_addons')
    .select(bytes(sql`sum(size_bytes)`).as('addon_bytes'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return { ...addons, limit_bytes: planned === null ? null : Math.min(planned + addons.addon_bytes, Number.MAX_SAFE_INTEGER) };
}

/**
 * Returns the number of bytes for which the storage has room, or null if the plan does not limit it. If it does, other transactions wait until this one ends
 * before they count the stored bytes.
 * @param now RFC 3339
 * @param counts files that count against the limit: only those that have arrived, or announced uploads as well
 */
export async function freeRoom(trx: Executor, organisationId: string, now: string, counts: 'arrived' | 'announced'): Promise<number | null> {
  const { limit_bytes } = await readRoom(trx, organisationId);
  if (limit_bytes === null) return null;
  const { used_bytes, in_flight_bytes } = await countStored(trx, organisationId, now);
  return Math.max(0, limit_bytes - used_bytes - (counts === 'announced' ? in_flight_bytes : 0));
}

/**
 * Rejects a file that the storage has no room for (see `freeRoom`).
 * @throws DomainError storage_limit
 */
export async function requireRoom(trx: Executor, organisationId: string, size: number, now: string, counts: 'arrived' | 'announced'): Promise<void> {
  const free = await freeRoom(trx, organisationId, now, counts);
  if (free !== null && size > free) throw new DomainError('storage_limit', `Only ${free} bytes of storage are left.`);
}

/** Deletes the storage add-ons of an organisation and returns their bytes. */
export async function deleteAddons(trx: Executor, organisationId: string): Promise<number> {
  const rows = await trx.deleteFrom('storage_addons').where('organisation_id', '=', organisationId).returning('size_bytes').execute();
  return rows.reduce((sum, row) => sum + row.size_bytes, 0);
}

/** Gives the organisation an add-on of this size, or changes its size. The storage limit changes when the transaction commits. */
export async function setAddon(trx: Executor, organisationId: string, id: string, size_bytes: number): Promise<void> {
  await trx
    .insertInto('storage_addons')
    .values({ organisation_id: organisationId, id, size_bytes })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doUpdateSet({ size_bytes }))
    .execute();
}

/** Removes an add-on. Stored files stay. */
export async function deleteAddon(trx: Executor, organisationId: string, id: string): Promise<void> {
  await trx.deleteFrom('storage_addons').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}
