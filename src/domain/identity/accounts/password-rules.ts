import { emailKey } from '../../kernel/email-key.ts';
import type { Faults } from '../../kernel/errors.ts';

let common: Set<string> | undefined;

/** Rejects a password that is very common or equal to the email address. The contract limits its length (NIST SP 800-63B). */
export async function checkPassword(password: string, email: string, faults: Faults, field = 'password'): Promise<void> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common']);
  }
  const plain = password.toLowerCase();
  if (common.has(plain) || emailKey(password) === emailKey(email) || /^(.)\1*$/.test(plain))
    faults.add(field, 'common', 'This password is too easy to guess. Choose another one.');
}
