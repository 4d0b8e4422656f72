import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Executor } from '../../platform/database/connect.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export type TokenPurpose = DB['user_tokens']['purpose'];

const TOKEN_LIFETIME: Record<TokenPurpose, string> = { verify_email: '24 hours', reset_password: '1 hour' };
const CODE_LIFETIME = '10 minutes';
const MOST_CODE_FAILURES = 5;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token to be mailed, in place of an earlier one. 256 random bits; only its SHA-256 is stored. */
export async function issueToken(db: Executor, purpose: TokenPurpose, user: { id: string; email: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url');
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

/** Uses a token up. Of two at once one gets it. Undefined when it is wrong, used or expired. */
export function useToken(db: Executor, purpose: TokenPurpose, token: string): Promise<{ user_id: string; email: string } | undefined> {
  return db
    .deleteFrom('user_tokens')
    .where('secret_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
}

/** A six-digit sign-in code, in place of an earlier one. Stored under a keyed hash. */
export async function issueCode(db: Executor, keyring: Keyring, userId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = {
    code_hash: codeHash(keyring, userId, code),
    failures: 0,
    expires_at: sql<string>`now() + ${CODE_LIFETIME}::interval`,
    created_at: sql<string>`now()`,
  };
  await db
    .insertInto('user_codes')
    .values({ user_id: userId, purpose: 'sign_in', ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute();
  return code;
}

/** Uses a code up; a wrong one is counted, and after five the code is dead. The database compares hashes under a key the caller does not know. */
export async function useCode(db: Executor, keyring: Keyring, userId: string, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom('user_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'sign_in')
    .where('code_hash', '=', codeHash(keyring, userId, code))
    .where('expires_at', '>', sql<string>`now()`)
    .where('failures', '<', MOST_CODE_FAILURES)
    .returning('user_id')
    .executeTakeFirst();
  if (used) return true;
  await db.updateTable('user_codes').set({ failures: sql<number>`failures + 1` }).where('user_id', '=', userId).where('purpose', '=', 'sign_in').execute();
  return false;
}

const codeHash = (keyring: Keyring, userId: string, code: string): Buffer => keyring.hashCode('sign-in', `${userId}:${code}`);

/** Deletes what has expired, of all users. */
export async function forgetExpiredSecrets(db: Executor): Promise<void> {
  await db.deleteFrom('user_tokens').where('expires_at', '<=', sql<string>`now()`).execute();
  await db.deleteFrom('user_codes').where('expires_at', '<=', sql<string>`now()`).execute();
  await db.deleteFrom('sessions').where('expire', '<=', sql<string>`now()`).execute();
}
