import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteInBatches } from '../retention/batches.ts';
import type { Tools } from '../tools.ts';
import { KEPT_FOR } from './once.ts';

/** Deletes the stored outcomes of all organisations and users that are too old to be returned again. */
export async function forgetOldAnswers({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', sql`created_at <= now() - ${KEPT_FOR}`);
  await deleteInBatches(db, 'user_idempotency_keys', sql`created_at <= now() - ${KEPT_FOR}`);
}
