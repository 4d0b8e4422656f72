import { sql } from 'kysely';
import type { Tools } from '../tools.ts';
import { KEPT_FOR } from './once.ts';

/** Deletes the kept answers that are too old to be given again, of all organisations. */
export async function forgetOldAnswers({ db }: Pick<Tools, 'db'>): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', sql<string>`now() - ${KEPT_FOR}`).execute();
}
