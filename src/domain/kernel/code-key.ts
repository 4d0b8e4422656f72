import type { Faults } from './errors.ts';

const CHOSEN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{2,39}$/u;

/** Returns the form in which codes that people type are stored and compared: the same for all spellings in Unicode, capitals and spaces around it. */
export const codeKey = (text: string): string => text.normalize('NFKC').trim().toUpperCase().normalize('NFKC');

/** Returns the stored form of a code that staff chose, and adds a fault if it has other than 3 to 40 characters (not units of UTF-16), or forbidden ones. */
export function checkedCode(text: string, faults: Faults): string {
  const code = codeKey(text);
  if (!CHOSEN.test(code)) faults.add('code', 'invalid', 'Must be 3 to 40 characters long and contain only letters, digits, hyphens and underscores.');
  return code;
}
