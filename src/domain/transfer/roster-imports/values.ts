import { isEmailAddress } from '../../identity/accounts/email-address.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { oneLine } from '../../kernel/one-line.ts';
import type { Mapping } from './fields.ts';

/** What is wrong with the values of a row by themselves. */
export type RowFault = Extract<Shape<'RosterRowCode'>, 'name_too_long' | 'email_invalid' | 'number_invalid' | 'identity_missing'>;

/** The values of a row, as they are compared and stored. */
export interface RowValues {
  name: string | null;
  email: string | null;
  emailKey: string | null;
  number: string | null;
  cohort: string | null;
  fault: RowFault | null;
}

/** What staff typed in place of values of the file; an empty text means that there is none. */
export type Fix = Shape<'RosterRowValues'>;

const LONGEST_NAME = 200;
const LONGEST_EMAIL = 254;
const NUMBER = /^[0-9]{1,10}$/;

/** Reads the values of a row: those of its columns, or those that staff corrected. */
export function valuesOf(cells: readonly string[], mapping: Mapping, fix: Fix): RowValues {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const tidy = (text: string): string | null => oneLine(text).normalize('NFC').replaceAll(/\s+/g, ' ').trim() || null;
  const full = cell(mapping.name) || `${cell(mapping.first_name)} ${cell(mapping.last_name)}`;
  const name = tidy(fix.name ?? full);
  const email = tidy(fix.email ?? cell(mapping.email));
  const number = tidy(fix.number ?? cell(mapping.number));
  const cohort = tidy(fix.cohort ?? cell(mapping.cohort));
  const isAddress = email !== null && email.length <= LONGEST_EMAIL && isEmailAddress(email);
  const fault = email !== null && !isAddress ? 'email_invalid' : faultOf(name, email, number);
  return { name, email, emailKey: isAddress ? emailKey(email) : null, number, cohort, fault };
}

function faultOf(name: string | null, email: string | null, number: string | null): RowFault | null {
  if (name === null && email === null && number === null) return 'identity_missing';
  if (name !== null && [...name].length > LONGEST_NAME) return 'name_too_long';
  return number !== null && !NUMBER.test(number) ? 'number_invalid' : null;
}
