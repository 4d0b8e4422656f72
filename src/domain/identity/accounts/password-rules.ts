import { emailKey } from '../../kernel/email-key.ts';
import type { Faults } from '../../kernel/errors.ts';
import { isOpaqueString, prepareOpaqueString } from './opaque-string.ts';

/** Minimum length after preparation. The contract counts the characters that were sent, of which fewer may be left. */
const SHORTEST = 8;

let common: Set<string> | undefined;

/** Rejects a password that is very common or equal to the email address, or has control characters. The contract limits its length (NIST SP 800-63B). */
export async function checkPassword(password: string, email: string, faults: Faults, field = 'password'): Promise<void> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common']);
  }
  const prepared = prepareOpaqueString(password);
  const plain = prepared.toLowerCase();
  if (!isOpaqueString(password)) faults.add(field, 'invalid_character', 'Must not contain control characters or line breaks.');
  else if ([...prepared].length < SHORTEST) faults.add(field, 'too_short', `Must be at least ${SHORTEST} characters long.`);
  else if (common.has(plain) || emailKey(prepared) === emailKey(email) || /^(.)\1*$/u.test(plain))
    faults.add(field, 'common', 'This password is too easy to guess. Choose another one.');
}
