import type { Insertable } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';

/** Creates an account. The caller must know that no other account has the email address. */
export async function addUser(trx: Executor, user: Insertable<DB['users']>): Promise<void> {
  await trx.insertInto('users').values(user).execute();
}
