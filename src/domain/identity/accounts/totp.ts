import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Keyring, PerKey } from '../../../platform/secrets/keyring.ts';
import type { Person, User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requirePassword } from './passwords.ts';
import { tellPerson } from './security-notices.ts';

export interface TotpTools {
  db: Database;
  keyring: Keyring;
  clock: Clock;
}

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Number of steps by which a clock may be off in either direction. */
const WINDOW = 1;
const CODE = /^\d{6}$/;
const BACKUP_CODES = 10;
const BACKUP_LENGTH = 10;

/** Returns the TOTP of a secret. Applications show the labels with the codes. */
const totpOf = (secret: Secret, labels: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...labels, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** Creates a secret that must be confirmed, and replaces an unconfirmed one.
 * @throws DomainError totp_enabled */
export async function startTotp(
  { db, keyring, serviceName }: Pick<Tools, 'db' | 'keyring' | 'serviceName'>,
  { actorId: userId }: User,
): Promise<Shape<'TotpEnrollment'>> {
  const secret = new Secret({ size: SECRET_BYTES });
  const user = await db
    .updateTable('users')
    .set({ totp_secret: keyring.seal(Buffer.from(secret.bytes)), totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enabled_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!user) throw new DomainError('totp_enabled', 'An authenticator is already enabled. Disable it first.');
  return { secret: secret.base32, otpauth_uri: totpOf(secret, { issuer: serviceName, label: user.email }).toString() };
}

/**
 * Enables the authenticator with one of its codes, creates backup codes, and ends every session of the user except the caller's, which continues
 * under the returned epoch.
 * @throws DomainError totp_enabled, totp_not_started
 * @throws ValidationError
 */
export function confirmTotp(tools: Pick<Tools, 'db' | 'keyring' | 'clock'>, origin: Person, code: string): Promise<{ epoch: number; codes: string[] }> {
  const { actorId: userId } = origin;
  return inTransaction(tools.db, async (trx) => {
    const user = await trx.selectFrom('users').select(['totp_secret', 'totp_enabled_at']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    if (user.totp_enabled_at !== null) throw new DomainError('totp_enabled', 'An authenticator is already enabled.');
    if (user.totp_secret === null) throw new DomainError('totp_not_started', 'Create an authenticator secret first.');
    if (!(await takeStep(trx, tools, userId, user.totp_secret, code))) throw wrong('code');
    const { session_epoch } = await trx
      .updateTable('users')
      .set({ totp_enabled_at: sql<string>`now()`, session_epoch: sql<number>`session_epoch + 1` })
      .where('id', '=', userId)
      .returning('session_epoch')
      .executeTakeFirstOrThrow();
    await tellPerson(trx, userId, { kind: 'authenticator_on', origin });
    return { epoch: session_epoch, codes: await replaceBackupCodes(trx, tools.keyring, userId) };
  });
}

/** Returns whether `code` is a valid code of the user's authenticator or an unused backup code, and consumes it. */
export async function useSecondFactor(tools: Pick<Tools, 'db' | 'keyring' | 'clock'>, { actorId: userId }: User, code: string): Promise<boolean> {
  const { db, keyring } = tools;
  const user = await db.selectFrom('users').select(['totp_secret', 'totp_enabled_at']).where('id', '=', userId).executeTakeFirst();
  if (!user?.totp_secret || user.totp_enabled_at === null) return false;
  if (CODE.test(code)) return takeStep(db, tools, userId, user.totp_secret, code);
  const used = await db
    .updateTable('backup_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', sql<Buffer>`any(${backupHash(keyring, userId, code)}::bytea[])`)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Checks the password or code that is required before a factor can be changed. For an account that has neither, the proof of the session suffices, which the
 * contract requires in that case (`x-step-up`).
 * @throws ValidationError
 */
export async function requireProof(
  tools: Pick<Tools, 'db' | 'keyring' | 'clock'>,
  { actorId: userId }: User,
  { password, code }: Shape<'ProofOfUser'>,
): Promise<void> {
  if (password !== undefined) return requirePassword(tools.db, userId, password);
  if (code === undefined && !(await hasOwnProof(tools.db, userId))) return;
  if (code === undefined) throw new ValidationError([{ field: 'body', code: 'required', message: 'Send either the password or a code.' }]);
  if (!(await useSecondFactor(tools, { actorId: userId }, code))) throw wrong('code');
}

/** Returns whether the user has anything that the body of a request can prove. */
export async function hasOwnProof(db: Executor, userId: string): Promise<boolean> {
  const { has } = await db
    .selectFrom('users')
    .select(sql<boolean>`password_hash is not null or totp_enabled_at is not null`.as('has'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return has;
}

/** Disables the authenticator and deletes its backup codes. */
export async function disableTotp({ db }: Pick<Tools, 'db'>, origin: Person): Promise<void> {
  const { actorId: userId } = origin;
  await inTransaction(db, async (trx) => {
    const off = { totp_secret: null, totp_enabled_at: null, totp_last_step: null };
    const wasOn = await trx.updateTable('users').set(off).where('id', '=', userId).where('totp_enabled_at', 'is not', null).returning('id').executeTakeFirst();
    if (!wasOn) return;
    await tellPerson(trx, userId, { kind: 'authenticator_off', origin });
    await trx.deleteFrom('backup_codes').where('user_id', '=', userId).execute();
  });
}

/** @throws DomainError totp_not_enabled */
export function regenerateBackupCodes({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, { actorId: userId }: User): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const user = await trx.selectFrom('users').select('totp_enabled_at').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    if (user.totp_enabled_at === null) throw new DomainError('totp_not_enabled', 'No authenticator is enabled.');
    return replaceBackupCodes(trx, keyring, userId);
  });
}

/** Accepts a code that is one step early or late (RFC 6238). The statement accepts each step only once, and none earlier than the last accepted step. */
async function takeStep(db: Executor, { keyring, clock }: TotpTools, userId: string, sealed: Buffer, code: string): Promise<boolean> {
  if (!CODE.test(code)) return false;
  const totp = totpOf(new Secret({ buffer: new Uint8Array(keyring.open(sealed)).buffer }));
  const timestamp = clock.now();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const taken = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

async function replaceBackupCodes(trx: Executor, keyring: Keyring, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => randomCode(BACKUP_LENGTH).toLowerCase());
  await trx.deleteFrom('backup_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('backup_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: backupHash(keyring, userId, code)[0] })))
    .execute();
  return codes;
}

/** Hashes a backup code. Ignores spaces, hyphens and case. */
const backupHash = (keyring: Keyring, userId: string, code: string): PerKey<Buffer> =>
  keyring.hashCode('backup', `${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);

const wrong = (field: string): ValidationError => new ValidationError([{ field, code: 'invalid', message: 'The code is wrong or has already been used.' }]);
