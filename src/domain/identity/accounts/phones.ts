import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { Person, User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { addJob, enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { makePersonal } from './ownership.ts';
import { issuePhoneProof, usePhoneCode, usePhoneProof } from './phone-codes.ts';
import { tellPerson } from './security-notices.ts';
import { continueSignIn, FACTOR_COLUMNS, invalidCode, type SignIn, type SignInContext, secondFactors } from './sign-in.ts';
import { requireProof } from './totp.ts';

interface PhoneCode {
  phone: string;
  code: string;
}

/**
 * Queues a text message with a code. For `sign_in`, this happens only if an account has the number and permits signing in with it. The same single
 * statement runs in either case, so that its timing reveals nothing.
 * @param user the user who is signed in, if any, in whose language a code to attach a number is sent
 */
export async function sendPhoneCode({ db }: Pick<Tools, 'db'>, user: User | null, { phone, purpose }: Shape<'PhoneCodeRequest'>): Promise<void> {
  if (purpose === 'attach') return enqueue(db, 'sms_phone_code', { purpose, subject: phone, phone, ...(user ? { user_id: user.actorId } : {}) });
  await sql`select ${addJob('sms_phone_code', { purpose: sql`${purpose}::text`, subject: sql`${phone}::text`, phone: sql`${phone}::text` })} from users where phone = ${phone} and ${hasFactorBesidePhone}`.execute(
    db,
  );
}

/**
 * Whether the user has a factor besides the phone. One phone counts as one factor. If the second factor is a code by SMS, a code by email replaces it, which
 * requires a verified email address.
 */
const hasFactorBesidePhone = sql<boolean>`(code_channel is distinct from 'sms' or totp_enabled_at is not null or email_verified_at is not null)`;

/**
 * Signs in to the account that has the number. A second factor is required as usual, and is never the same phone again.
 * @throws DomainError invalid_code
 */
export async function signInByPhone({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, context: SignInContext, { phone, code }: PhoneCode): Promise<SignIn> {
  const proved = await usePhoneCode(db, keyring, { purpose: 'sign_in', subject: phone }, code);
  const user = proved && (await db.selectFrom('users').select(FACTOR_COLUMNS).where('phone', '=', proved).where(hasFactorBesidePhone).executeTakeFirst());
  if (!user) throw invalidCode();
  const methods = secondFactors(user).map((method) => (method === 'sms' ? 'email' : method));
  return continueSignIn(db, user, methods, { byPassword: false }, context);
}

/**
 * Returns a token that proves the number, for attaching it to an account.
 * @throws DomainError invalid_code
 */
export async function provePhone({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, { phone, code }: PhoneCode): Promise<string> {
  const proved = await usePhoneCode(db, keyring, { purpose: 'attach', subject: phone }, code);
  if (!proved) throw invalidCode();
  return issuePhoneProof(db, proved);
}

/**
 * Attaches the number that the token proves. If that fails, a valid token stays usable.
 * @throws ValidationError
 * @throws DomainError phone_attached, phone_taken
 */
export async function attachPhone({ db }: Pick<Tools, 'db'>, origin: Person, token: string): Promise<void> {
  const { actorId: userId } = origin;
  await inTransaction(db, async (trx) => {
    const phone = await usePhoneProof(trx, token);
    if (!phone) throw new ValidationError([{ field: 'phone_token', code: 'invalid', message: 'The token is wrong, has already been used or has expired.' }]);
    const attached = await trx
      .updateTable('users')
      .set({ phone })
      .where('id', '=', userId)
      .where('phone', 'is', null)
      .returning('id')
      .executeTakeFirst()
      .catch(refuseTakenPhone);
    if (!attached) throw new DomainError('phone_attached', 'The account already has a phone number.');
    await makePersonal(trx, userId);
    await tellPerson(trx, userId, { kind: 'phone_added', phone, origin });
  });
}

/**
 * Queues a text message with a code to the new number. Whether another account has the number is revealed only to a user who proves that they have
 * it.
 * @throws DomainError phone_not_attached
 * @throws ValidationError
 */
export async function startPhoneChange(
  tools: Pick<Tools, 'db' | 'keyring' | 'clock'>,
  { actorId: userId }: User,
  { phone, ...proof }: Shape<'PhoneChangeStart'>,
): Promise<void> {
  const user = await tools.db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow();
  if (user.phone === null) throw new DomainError('phone_not_attached', 'The account has no phone number.');
  await requireProof(tools, { actorId: userId }, proof);
  await enqueue(tools.db, 'sms_phone_code', { purpose: 'change', subject: userId, phone, user_id: userId });
}

/**
 * Changes the phone number to the one that the code was sent to, and notifies the user by email.
 * @throws ValidationError
 * @throws DomainError phone_taken
 */
export async function confirmPhoneChange({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, origin: Person, code: string): Promise<void> {
  const { actorId: userId } = origin;
  const phone = await usePhoneCode(db, keyring, { purpose: 'change', subject: userId }, code);
  if (!phone) throw new ValidationError([{ field: 'code', code: 'invalid', message: 'The code is wrong, has already been used or has expired.' }]);
  await inTransaction(db, async (trx) => {
    await trx.updateTable('users').set({ phone }).where('id', '=', userId).execute().catch(refuseTakenPhone);
    await makePersonal(trx, userId);
    await tellPerson(trx, userId, { kind: 'phone_changed', phone, origin });
  });
}

function refuseTakenPhone(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_phone') throw new DomainError('phone_taken', 'Another account has this phone number.');
  throw error;
}
