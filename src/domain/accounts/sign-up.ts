import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../platform/database/connect.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Shape } from '../contract.ts';
import { Faults, ValidationError } from '../errors.ts';
import { newId } from '../ids.ts';
import { canonicalLanguage } from '../locale.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { useToken } from './secrets.ts';

/**
 * Makes an account and has its address verified. Where the address has an account, its owner gets a mail instead; the caller learns nothing, and
 * the work before the difference is the same.
 * @throws ValidationError
 */
export async function signUp(db: Database, { email, password, name, language }: Shape<'SignUp'>): Promise<void> {
  const faults = new Faults();
  const tag = canonicalLanguage(language, faults);
  await checkPassword(password, email, faults);
  faults.check();
  const password_hash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const made = await trx
      .insertInto('users')
      .values({ id: newId(), email, name, password_hash, language: tag })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) await enqueue(trx, 'mail_verification', { user_id: made.id });
    else await enqueueForAddress(trx, 'mail_already_registered', email);
  });
}

/** Has a new verification mail sent, if the address has an account that is not verified yet. */
export const resendVerification = (db: Executor, email: string): Promise<void> =>
  enqueueForAddress(db, 'mail_verification', email, sql<boolean>`email_verified_at is null`);

/** Has a reset mail sent, if the address has an account. */
export const requestPasswordReset = (db: Executor, email: string): Promise<void> => enqueueForAddress(db, 'mail_password_reset', email);

/** One statement whether or not there is an account, so that its time tells nothing. */
async function enqueueForAddress(
  db: Executor,
  task: 'mail_verification' | 'mail_already_registered' | 'mail_password_reset',
  email: string,
  condition = sql<boolean>`true`,
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, json_build_object('user_id', id), max_attempts => 12)
            from users where lower(email) = lower(${email}) and ${condition}`.execute(db);
}

/**
 * Marks the address as verified, and with it the organisations that the user made.
 * @throws ValidationError for a token that is wrong, used or expired, or of an address that the account no longer has
 */
export async function verifyEmail(db: Database, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const used = await useToken(trx, 'verify_email', token);
    const user =
      used &&
      (await trx
        .updateTable('users')
        .set({ email_verified_at: sql<string>`coalesce(email_verified_at, now())` })
        .where('id', '=', used.user_id)
        .where('email', '=', used.email)
        .returning('id')
        .executeTakeFirst());
    if (!user) throw invalidToken();
    await trx
      .updateTable('organisations')
      .set({ verified_at: sql<string>`now()` })
      .where('created_by', '=', user.id)
      .where('verified_at', 'is', null)
      .execute();
  });
}

export const invalidToken = (): ValidationError => new ValidationError([{ field: 'token', code: 'invalid', message: 'Wrong, used or expired.' }]);
