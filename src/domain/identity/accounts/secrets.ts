import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Keyring, PerKey } from '../../../platform/secrets/keyring.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

export type TokenPurpose = DB['user_tokens']['purpose'];

const TOKEN_LIFETIME: Record<TokenPurpose, string> = { verify_email: '24 hours', reset_password: '1 hour' };
const CODE_LIFETIME = '10 minutes';
const MOST_CODE_FAILURES = 5;

/** The purpose of a code. A code for another purpose counts as wrong. */
export type CodePurpose = DB['user_codes']['purpose'];

/** The channel by which a code is sent. */
export type CodeChannel = 'email' | 'sms';

/** Hashes a secret that is too long to be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Creates a token to be emailed, which replaces an earlier one. It has 256 random bits, and only its SHA-256 is stored. */
export async function issueToken(db: Executor, purpose: TokenPurpose, user: { id: string; email: string }): Promise<string> {
  const token = newToken();
  await db.deleteFrom('user_tokens').where('user_id', '=', user.id).where('purpose', '=', purpose).execute();
  await db
    .insertInto('user_tokens')
    .values({
      secret_hash: hashToken(token),
      user_id: user.id,
      purpose,
      email: user.email,
      expires_at: sql<string>`now() + ${TOKEN_LIFETIME[purpose]}::interval`,
    })
    .execute();
  return token;
}

/** Consumes a token. If two calls are concurrent, only one succeeds. Returns undefined if the token is wrong, used or expired. */
export function useToken(db: Executor, purpose: TokenPurpose, token: string): Promise<{ user_id: string; email: string } | undefined> {
  return db
    .deleteFrom('user_tokens')
    .where('secret_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
}

/** Creates a six-digit code, with the columns of the row that stores it. The code is stored as a keyed hash. */
export function newCode(hash: (code: string) => PerKey<Buffer>) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return {
    code,
    row: { code_hash: hash(code)[0], failures: 0, expires_at: sql<string>`now() + ${CODE_LIFETIME}::interval`, created_at: sql<string>`now()` },
  };
}

/**
 * Consumes the code of one row and returns the row, or undefined if the code is wrong, used or expired. Each attempt is counted before the code is compared, so
 * that concurrent attempts cannot exceed five. If two calls with the correct code are concurrent, only one succeeds.
 * @param hashes hashes of the code, one for each key with which it may have been hashed
 */
export async function tryCode<Row>(
  db: Executor,
  table: 'user_codes' | 'phone_codes',
  row: RawBuilder<unknown>,
  hashes: PerKey<Buffer>,
): Promise<Row | undefined> {
  const isRight = sql<boolean>`code_hash = any(${hashes}::bytea[])`;
  const tried = await sql<{ matches: boolean }>`
    update ${sql.table(table)} set failures = failures + 1
    where ${row} and failures < ${MOST_CODE_FAILURES} and expires_at > now()
    returning ${isRight} as matches`.execute(db);
  if (!tried.rows[0]?.matches) return undefined;
  const used = await sql<Row>`delete from ${sql.table(table)} where ${row} and ${isRight} returning *`.execute(db);
  return used.rows[0];
}

/**
 * Creates a code to be sent, which replaces an earlier one for the same purpose. It is valid only for its channel: a code sent by SMS is not accepted as a code
 * by email.
 */
export async function issueCode(db: Executor, keyring: Keyring, userId: string, channel: CodeChannel, purpose: CodePurpose): Promise<string> {
  const { code, row } = newCode((digits) => codeHash(keyring, userId, channel, purpose, digits));
  await db
    .insertInto('user_codes')
    .values({ user_id: userId, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(row))
    .execute();
  return code;
}

/** Consumes a code. Wrong attempts are counted, and after five of them the code is no longer valid. */
export async function useCode(db: Executor, keyring: Keyring, userId: string, channel: CodeChannel, purpose: CodePurpose, code: string): Promise<boolean> {
  const hashes = codeHash(keyring, userId, channel, purpose, code);
  const used = await tryCode(db, 'user_codes', sql`user_id = ${userId} and purpose = ${purpose}`, hashes);
  return used !== undefined;
}

const CODE_LABELS: Record<CodePurpose, string> = { sign_in: 'sign-in', reauthenticate: 'reauthenticate' };

const codeHash = (keyring: Keyring, userId: string, channel: CodeChannel, purpose: CodePurpose, code: string): PerKey<Buffer> =>
  keyring.hashCode(CODE_LABELS[purpose], `${userId}:${channel}:${code}`);

/** Deletes the expired secrets and stored sessions of all users. */
export async function forgetExpiredSecrets({ db }: Pick<Tools<Database>, 'db'>): Promise<void> {
  await deleteInBatches(db, 'user_tokens', sql`expires_at <= now()`);
  await deleteInBatches(db, 'user_codes', sql`expires_at <= now()`);
  await deleteInBatches(db, 'phone_codes', sql`expires_at <= now()`);
  await deleteInBatches(db, 'phone_proofs', sql`expires_at <= now()`);
  await deleteInBatches(db, 'setup_tokens', sql`expires_at <= now()`);
  await deleteInBatches(db, 'credential_cards', sql`expires_at <= now()`);
  await deleteInBatches(db, 'sessions', sql`expire <= now()`);
  await sql`update users set signed_up_from = null where signed_up_from is not null and created_at <= now() - interval '1 hour'`.execute(db);
}
