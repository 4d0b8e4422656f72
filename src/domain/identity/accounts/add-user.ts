import type { Insertable } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';

/** Creates an account whose address is known to be free. */
export async function addUser(trx: Executor, user: Insertable<DB['users']>): Promise<void> {
  await trx.insertInto('users').values(user).execute();
}
