import type { Faults } from '../../kernel/errors.ts';

let common: Set<string> | undefined;

/** Refuses a password that is among the commonest ones, or that is the e-mail address. The lengths are the contract's (NIST SP 800-63B). */
export async function checkPassword(password: string, email: string, faults: Faults, field = 'password'): Promise<void> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common']);
  }
  const plain = password.toLowerCase();
  if (common.has(plain) || plain === email.toLowerCase() || /^(.)\1*$/.test(plain)) faults.add(field, 'common', 'Too easy to guess; choose another.');
}
