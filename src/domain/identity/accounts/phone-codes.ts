import { sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring, PerKey } from '../../../platform/secrets/keyring.ts';
import { hashToken, newCode, newToken, tryCode } from './secrets.ts';

/** The purpose of a code sent to a phone, and its subject: the number itself for `sign_in` and `attach`, the user's ID for `change`. */
export interface PhoneCodeSubject {
  purpose: DB['phone_codes']['purpose'];
  subject: string;
}

const PROOF_LIFETIME = '15 minutes';

/** Creates a code to send to `phone`, which replaces an earlier one. The rules of sign-in codes apply: six digits, ten minutes, five failures. */
export async function issuePhoneCode(db: Executor, keyring: Keyring, { purpose, subject, phone }: PhoneCodeSubject & { phone: string }): Promise<string> {
  const { code, row } = newCode((digits) => phoneCodeHash(keyring, { purpose, subject }, digits));
  await db
    .insertInto('phone_codes')
    .values({ purpose, subject, phone, ...row })
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet({ phone, ...row }))
    .execute();
  return code;
}

/** Consumes a code and returns the number that it proves, or undefined if the code is wrong, used or expired. */
export async function usePhoneCode(db: Executor, keyring: Keyring, { purpose, subject }: PhoneCodeSubject, code: string): Promise<string | undefined> {
  const hashes = phoneCodeHash(keyring, { purpose, subject }, code);
  const used = await tryCode<{ phone: string }>(db, 'phone_codes', sql`purpose = ${purpose} and subject = ${subject}`, hashes);
  return used?.phone;
}

/** Creates a token that proves a number for 15 minutes. Only its SHA-256 is stored. */
export async function issuePhoneProof(db: Executor, phone: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto('phone_proofs')
    .values({ secret_hash: hashToken(token), phone, expires_at: sql<string>`now() + ${PROOF_LIFETIME}::interval` })
    .execute();
  return token;
}

/** Consumes a proof and returns its number, or undefined if the proof is wrong, used or expired. */
export async function usePhoneProof(db: Executor, token: string): Promise<string | undefined> {
  const used = await db
    .deleteFrom('phone_proofs')
    .where('secret_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('phone')
    .executeTakeFirst();
  return used?.phone;
}

const phoneCodeHash = (keyring: Keyring, { purpose, subject }: PhoneCodeSubject, code: string): PerKey<Buffer> =>
  keyring.hashCode('phone', `${purpose}:${subject}:${code}`);
