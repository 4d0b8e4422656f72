import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import { Faults, ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { useToken } from './secrets.ts';
import { invalidToken } from './sign-up.ts';

/**
 * Changes the password and ends every session of the user; the caller's own goes on under the epoch that is returned.
 * @throws ValidationError
 */
export async function changePassword({ db }: Pick<Tools, 'db'>, { actorId: userId }: User, current: string, next: string): Promise<number> {
  const user = await db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', userId).executeTakeFirstOrThrow();
  const faults = new Faults();
  if (!(await verifyPassword(current, user.password_hash ?? ''))) faults.add('current_password', 'invalid', 'Wrong password.');
  await checkPassword(next, user.email, faults, 'new_password');
  faults.check();
  return setPassword(db, userId, await hashPassword(next));
}

/**
 * Sets a new password with a mailed token, which also proves the address, and ends every session of the user.
 * @throws ValidationError for the token, which stays usable when only the password is refused
 */
export const confirmPasswordReset = ({ db }: Pick<Tools, 'db'>, token: string, password: string): Promise<void> =>
  resetPassword(db, password, (trx) => useToken(trx, 'reset_password', token), invalidToken);

/**
 * Sets the password of whoever `use` finds by a secret that it uses up, and ends their sessions and sign-ins under way.
 * @throws ValidationError from `invalid` where there is nobody, and for the password, which leaves the secret as it was
 */
export async function resetPassword(
  db: Database,
  password: string,
  use: (trx: Executor) => Promise<{ user_id: string; email: string } | undefined>,
  invalid: () => ValidationError,
): Promise<void> {
  const password_hash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const used = await use(trx);
    if (!used) throw invalid();
    const faults = new Faults();
    await checkPassword(password, used.email, faults, 'new_password');
    faults.check();
    await setPassword(trx, used.user_id, password_hash);
    await trx.deleteFrom('user_codes').where('user_id', '=', used.user_id).execute();
  });
}

async function setPassword(db: Executor, userId: string, password_hash: string): Promise<number> {
  const { session_epoch } = await db
    .updateTable('users')
    .set({ password_hash, session_epoch: sql<number>`session_epoch + 1` })
    .where('id', '=', userId)
    .returning('session_epoch')
    .executeTakeFirstOrThrow();
  return session_epoch;
}

/** The password of a signed-in user, asked for again before something grave.
 * @throws ValidationError */
export async function requirePassword(db: Executor, userId: string, password: string): Promise<void> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow();
  if (!(await verifyPassword(password, user.password_hash ?? '')))
    throw new ValidationError([{ field: 'password', code: 'invalid', message: 'Wrong password.' }]);
}
