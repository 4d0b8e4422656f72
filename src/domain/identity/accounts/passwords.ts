import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Origin, Person } from '../../kernel/caller.ts';
import { Faults, ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isPasswordOf } from './check-password.ts';
import { handOver } from './hand-over.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { useToken } from './secrets.ts';
import { type SecurityNotice, tellPerson } from './security-notices.ts';
import { invalidToken } from './sign-up.ts';

/**
 * Changes the password and ends every session of the user except the caller's own, which continues under the returned epoch.
 * @throws ValidationError
 */
export async function changePassword({ db }: Pick<Tools, 'db'>, origin: Person, current: string, next: string): Promise<number> {
  const { actorId: userId } = origin;
  const user = await db.selectFrom('users').select(['id', 'email', 'password_hash', 'session_epoch']).where('id', '=', userId).executeTakeFirstOrThrow();
  const faults = new Faults();
  const addWrong = () => faults.add('current_password', 'invalid', 'The password is wrong.');
  if (!(await isPasswordOf(db, user, current))) addWrong();
  await checkPassword(next, user.email, faults, 'new_password');
  faults.check();
  const password_hash = await hashPassword(next);
  return inTransaction(db, async (trx) => {
    // A reset, a hand-over or another change that came first has replaced the password that was compared.
    const { session_epoch } = await trx.selectFrom('users').select('session_epoch').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    if (session_epoch !== user.session_epoch) addWrong();
    faults.check();
    await tellPerson(trx, userId, { kind: 'password_changed', origin });
    return setPassword(trx, userId, password_hash);
  });
}

/** An account whose password was reset. */
export interface ResetAccount {
  userId: string;
  email: string;
}

/**
 * Sets a new password with an emailed token, which also proves that the account belongs to its person (`handOver`), and ends every session of the user. An
 * account whose address was verified keeps its second factor, which the next sign-in requires.
 * @throws ValidationError for the token or the password; the token stays usable if only the password is rejected
 */
export const confirmPasswordReset = ({ db }: Pick<Tools, 'db'>, origin: Origin, token: string, password: string): Promise<ResetAccount> =>
  resetPassword(
    db,
    { kind: 'password_reset', origin },
    password,
    async (trx) => {
      const used = await useToken(trx, 'reset_password', token);
      if (used) await handOver(trx, used.user_id, origin);
      return used;
    },
    invalidToken,
  );

/**
 * Sets the password of the user that `use` finds by consuming a secret, and ends their sessions and pending sign-ins.
 * @throws ValidationError from `invalid` if `use` finds no user, or for the password, in which case the secret stays usable
 */
export async function resetPassword(
  db: Database,
  notice: SecurityNotice,
  password: string,
  use: (trx: Executor) => Promise<{ user_id: string; email: string } | undefined>,
  invalid: () => ValidationError,
): Promise<ResetAccount> {
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    const used = await use(trx);
    if (!used) throw invalid();
    const faults = new Faults();
    await checkPassword(password, used.email, faults, 'new_password');
    faults.check();
    await setPassword(trx, used.user_id, password_hash);
    await tellPerson(trx, used.user_id, notice);
    await trx.deleteFrom('user_codes').where('user_id', '=', used.user_id).execute();
    return { userId: used.user_id, email: used.email };
  });
}

async function setPassword(db: Executor, userId: string, password_hash: string): Promise<number> {
  const { session_epoch } = await db
    .updateTable('users')
    .set({ password_hash, code_unless_from: null, code_unless_until: null, session_epoch: sql<number>`session_epoch + 1` })
    .where('id', '=', userId)
    .returning('session_epoch')
    .executeTakeFirstOrThrow();
  return session_epoch;
}

/** Checks the password of a signed-in user, who must enter it again before critical actions.
 * @throws ValidationError */
export async function requirePassword(db: Executor, userId: string, password: string): Promise<void> {
  const user = await db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', userId).executeTakeFirstOrThrow();
  if (!(await isPasswordOf(db, user, password))) throw new ValidationError([{ field: 'password', code: 'invalid', message: 'The password is wrong.' }]);
}
