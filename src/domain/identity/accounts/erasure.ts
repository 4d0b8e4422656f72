import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Locks the accounts until the transaction ends, so that none of these users leaves while they take something over. */
export async function lockAccounts(trx: Executor, userIds: readonly string[]): Promise<void> {
  if (userIds.length) await trx.selectFrom('users').select('id').where('id', 'in', userIds).orderBy('id').forNoKeyUpdate().execute();
}

/** Marks the account for erasure and ends all its sessions. Signing in again cancels the erasure.
 * @param dueAt RFC 3339 */
export async function scheduleErasure(trx: Executor, userId: string, dueAt: string): Promise<void> {
  await trx.updateTable('users').set({ deletion_due_at: dueAt, session_epoch: sql<number>`session_epoch + 1` }).where('id', '=', userId).execute();
}
