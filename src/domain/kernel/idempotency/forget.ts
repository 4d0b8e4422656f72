import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { KEPT_FOR } from './once.ts';

/** Deletes the kept answers that are too old to be given again, of all organisations. */
export async function forgetOldAnswers(db: Database): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', sql<string>`now() - ${KEPT_FOR}`).execute();
}
