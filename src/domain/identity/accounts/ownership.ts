import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { isPersonal } from '../../kernel/ownership.ts';

export { isPersonal };

/**
 * Makes an account its person's own, for good: cards that its organisation has issued stop working. An account that is personal is left as it is. Locks the
 * user, as the use of a card does. Another address that somebody has asked for while the account was not their own is forgotten.
 */
export async function makePersonal(trx: Executor, userId: string): Promise<void> {
  const made = await trx
    .updateTable('users')
    .set({ personal_since: sql<string>`now()` })
    .where('id', '=', userId)
    .where(sql<boolean>`not ${isPersonal}`)
    .returning('id')
    .executeTakeFirst();
  if (made) await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}
