import { sql } from 'kysely';
import type { Tools } from '../tools.ts';
import { KEPT_FOR } from './once.ts';

/** Deletes the stored outcomes of all organisations that are too old to be returned again. */
export async function forgetOldAnswers({ db }: Pick<Tools, 'db'>): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', sql<string>`now() - ${KEPT_FOR}`).execute();
}
