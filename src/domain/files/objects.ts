import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Database, Executor } from '../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../platform/database/taken.ts';
import { DomainError, NotFoundError } from '../kernel/errors.ts';
import { addJob } from '../kernel/jobs.ts';
import { deleteInBatches, SMALL_BATCH } from '../kernel/retention/batches.ts';
import { discardFile } from './stored-files.ts';

/** Deletes the record of a stored file that nothing refers to any more. Its bytes are deleted once the transaction commits.
 * @throws NotFoundError */
export async function deleteObject(trx: Executor, organisationId: string, id: string): Promise<void> {
  const { storage_key } = await trx
    .deleteFrom('storage_objects')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (storage_key !== null) await discardFile(trx, storage_key);
}

/** Deletes the records of stored files that nothing refers to any more, and their bytes once the transaction commits. */
export const deleteObjects = (trx: Executor, organisationId: string, ids: readonly string[]): Promise<unknown> =>
  deleteNamed(trx, sql`select ${organisationId}::uuid as organisation_id, unnest(${ids}::uuid[]) as object_id`);

/** Deletes announced files like `deleteObjects`, but without waiting: files that another transaction has locked are left alone. */
export const deleteUnlockedObjects = (trx: Executor, organisationId: string, ids: readonly string[]): Promise<unknown> =>
  deleteNamed(
    trx,
    sql`select organisation_id, id as object_id from storage_objects
      where organisation_id = ${organisationId} and id = any(${ids}::uuid[]) and status = 'pending' for update skip locked`,
  );

const deleteNamed = (trx: Executor, objects: RawBuilder<unknown>): Promise<unknown> =>
  sql`with gone as (${deletingObjects(objects)})
    select ${addJob('delete_stored', { key: sql`storage_key` })} from gone where storage_key is not null`.execute(trx);

/**
 * Locks the stored file that an object uses, before the object itself is locked. Deleting an upload uses the same lock order: first the file, and then the
 * objects that refer to it.
 */
export async function lockFileOf(trx: Executor, organisationId: string, table: 'documents' | 'media', id: string): Promise<void> {
  await trx
    .selectFrom('storage_objects')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', ({ selectFrom }) => selectFrom(table).select('object_id').where('organisation_id', '=', organisationId).where('id', '=', id))
    .forUpdate()
    .execute();
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Deletes the record of a stored file, unless foreign keys refer to it.
 * @throws NotFoundError
 * @throws DomainError upload_in_use */
export const deleteUnusedObject = (trx: Executor, organisationId: string, id: string): Promise<void> =>
  storeUnlessTaken(trx, {
    violated: { code: FOREIGN_KEY_VIOLATION },
    store: () => deleteObject(trx, organisationId, id),
    find: () => readUse(trx, organisationId, id),
    refusal: (used_by) => new DomainError('upload_in_use', 'A media item, document, submission or post uses this upload.', { used_by }),
  });

/** The object to which an upload belongs. */
export interface UploadUse {
  type: 'media' | 'document' | 'submission' | 'post' | 'package' | 'hero_image';
  id: string;
}

async function readUse(trx: Executor, organisationId: string, objectId: string): Promise<UploadUse | undefined> {
  const used = (type: UploadUse['type'], table: 'media' | 'documents' | 'submission_files' | 'discussion_files' | 'packages' | 'hero_images', id = 'id') =>
    sql`select ${sql.lit(type)} as type, ${sql.id(id)} as id from ${sql.id(table)} where organisation_id = ${organisationId} and object_id = ${objectId}`;
  const uses = [
    used('media', 'media'),
    used('document', 'documents'),
    used('submission', 'submission_files', 'submission_id'),
    used('post', 'discussion_files', 'post_id'),
    used('package', 'packages'),
    used('hero_image', 'hero_images'),
  ];
  const { rows } = await sql<UploadUse>`${sql.join(uses, sql` union all `)} limit 1`.execute(trx);
  return rows[0];
}

export type NewObject = Insertable<DB['storage_objects']>;

/** Records a stored or announced file. The caller must have checked that there is room for it. */
export async function addObject(trx: Executor, object: NewObject): Promise<void> {
  await trx.insertInto('storage_objects').values(object).execute();
}

/** Records several stored files at once. */
export async function addObjects(trx: Executor, objects: readonly NewObject[]): Promise<void> {
  await trx.insertInto('storage_objects').values(objects).execute();
}

/** Updates the record of a file. */
export async function updateObject(trx: Executor, organisationId: string, id: string, changes: Updateable<DB['storage_objects']>): Promise<void> {
  await trx.updateTable('storage_objects').set(changes).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** Adds announced files whose bytes have arrived to a course. Returns the number of those that still existed. */
export async function takeObjects(trx: Executor, organisationId: string, courseId: string, ids: readonly string[], at: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('storage_objects')
    .set({ course_id: courseId, status: 'ready', expires_at: null, completed_at: at, attached_at: at })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Records that files are now attached to something. Until then, they count as open uploads. */
export async function attachObjects(trx: Executor, organisationId: string, ids: readonly string[], at: string): Promise<void> {
  await setAttached(trx, organisationId, ids, at);
}

/** Records that files are no longer attached to anything. */
export async function detachObjects(trx: Executor, organisationId: string, ids: readonly string[]): Promise<void> {
  await setAttached(trx, organisationId, ids, null);
}

const setAttached = (trx: Executor, organisationId: string, ids: readonly string[], attached_at: string | null): Promise<unknown> =>
  trx
    .updateTable('storage_objects')
    .set({ attached_at })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();

/** Deletes the records of announced files whose upload hour is over, in all organisations, together with any bytes that have arrived.
 * @param now RFC 3339 */
export const forgetExpiredObjects = (db: Database, now: string): Promise<void> =>
  deleteObjectsWhere(db, sql`status = 'pending' and expires_at <= ${now}::timestamptz`);

/** Deletes the records of files that meet a condition, in all organisations, and their bytes. */
export const deleteObjectsWhere = (db: Database, condition: RawBuilder<unknown>): Promise<void> =>
  deleteInBatches(db, 'storage_objects', condition, { followedBy: addJob('delete_stored', { key: sql`storage_key` }), limit: SMALL_BATCH, isRecorded: true });

/** Returns the SQL that deletes the records of the files that a query names by `organisation_id` and `object_id`, and yields their keys. Their bytes stay. */
export const deletingObjects = (objects: RawBuilder<unknown>): RawBuilder<{ storage_key: string }> =>
  sql`delete from storage_objects o using (${objects}) named
    where o.organisation_id = named.organisation_id and o.id = named.object_id returning o.storage_key`;

/** Deletes the ballast of an organisation and returns the number of bytes that it counted for. For QA only. */
export async function deleteBallast(trx: Executor, organisationId: string): Promise<number> {
  const rows = await trx
    .deleteFrom('storage_objects')
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'ballast')
    .returning('size_bytes')
    .execute();
  return rows.reduce((sum, row) => sum + row.size_bytes, 0);
}
