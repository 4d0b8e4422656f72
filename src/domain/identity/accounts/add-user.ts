import type { InsertObject } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { emailKey } from '../../kernel/email-key.ts';

type NewUser = Omit<InsertObject<DB, 'users'>, 'email' | 'email_key'> & { email: string };

/** The statement that creates an account, unless the email address already has one. */
export const insertUser = (trx: Executor, user: NewUser) =>
  trx
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing());

/** Creates an account. The caller must know that no other account has the email address. */
export async function addUser(trx: Executor, user: NewUser): Promise<void> {
  await insertUser(trx, user).executeTakeFirstOrThrow();
}
