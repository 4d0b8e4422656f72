import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { isPersonal } from '../../kernel/ownership.ts';

export { isPersonal };

/**
 * Makes an account personal, for good: cards that its organisation has issued stop working. An account that is already personal is left unchanged. Locks the
 * user, as does the use of a card.
 */
export async function makePersonal(trx: Executor, userId: string): Promise<void> {
  await trx.updateTable('users').set({ personal_since: sql<string>`now()` }).where('id', '=', userId).where(sql<boolean>`not ${isPersonal}`).execute();
}
