import type { Faults } from './errors.ts';

const CHOSEN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{2,39}$/u;

/** Returns the form in which typed codes are stored and compared. Differences in Unicode spelling, case and surrounding spaces disappear. */
export const codeKey = (text: string): string => text.normalize('NFKC').trim().toUpperCase().normalize('NFKC');

/** Returns the stored form of a code that staff chose. Adds a fault if it has fewer than 3 or more than 40 characters (not UTF-16 units), or forbidden ones. */
export function checkedCode(text: string, faults: Faults): string {
  const code = codeKey(text);
  if (!CHOSEN.test(code)) faults.add('code', 'invalid', 'Must be 3 to 40 characters long and contain only letters, digits, hyphens and underscores.');
  return code;
}
