import { DatabaseError } from 'pg';
import type { Executor } from '../../platform/database/connect.ts';
import { DomainError, NotFoundError } from '../kernel/errors.ts';
import { discardFile } from './stored-files.ts';

/** Forgets a stored file; its bytes go once the transaction commits.
 * @throws NotFoundError
 * @throws DomainError upload_in_use */
export async function deleteObject(trx: Executor, organisationId: string, id: string): Promise<void> {
  const { storage_key } = await trx
    .deleteFrom('storage_objects')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow(() => new NotFoundError())
    .catch(refuseInUse);
  if (storage_key !== null) await discardFile(trx, storage_key);
}

const FOREIGN_KEY_VIOLATION = '23503';

function refuseInUse(error: unknown): never {
  if (error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION) throw new DomainError('upload_in_use', 'Something is made of it.');
  throw error;
}
