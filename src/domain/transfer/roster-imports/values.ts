import { isEmailAddress } from '../../identity/accounts/email-address.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { oneLine } from '../../kernel/one-line.ts';
import type { Mapping } from './fields.ts';

/** Faults in the values of a row by themselves. */
export type RowFault = Extract<Shape<'RosterRowCode'>, 'name_too_long' | 'email_invalid' | 'number_invalid' | 'identity_missing' | 'too_many_values'>;

/** The values of a row, as they are compared and stored. */
export interface RowValues {
  name: string | null;
  email: string | null;
  emailKey: string | null;
  number: string | null;
  cohort: string | null;
  fault: RowFault | null;
  warnings: RowWarning[];
}

export type RowWarning = Shape<'RosterRowWarning'>;

/** Values that staff typed in place of those of the file; an empty text means no value. */
export type Fix = Shape<'RosterRowValues'>;

const LONGEST_NAME = 200;
const LONGEST_EMAIL = 254;
const NUMBER = /^[0-9]{1,10}$/;

/** How the values of a row are to be read. */
interface Columns {
  mapping: Mapping;
  format: Shape<'RosterFormat'>;
  /** Number of headings. */
  columns: number;
}

/** Invisible characters to remove. Names need joiners; addresses and numbers need no characters that only control how others are shown. */
const IN_NAMES = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const IN_ADDRESSES = /\p{Cf}/gu;

/**
 * Reads the values of a row: those of its columns, or those that staff corrected. In a text, a value beyond the headings shows that another value contains a
 * separator, so that each could be in the wrong column; in a workbook, it is a note beside the table.
 */
export function valuesOf(cells: readonly string[], { mapping, format, columns }: Columns, fix: Fix): RowValues {
  const warnings: RowWarning[] = [];
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const tidy = (text: string, unseen: RegExp): string | null => {
    const seen = oneLine(text.replaceAll(unseen, ''));
    if (seen !== text && text.trim() !== '' && !warnings.includes('characters_removed')) warnings.push('characters_removed');
    return seen.normalize('NFC').replaceAll(/\s+/g, ' ').trim() || null;
  };
  const full = cell(mapping.name) || `${cell(mapping.first_name)} ${cell(mapping.last_name)}`;
  const name = tidy(fix.name ?? full, IN_NAMES);
  const email = tidy(fix.email ?? cell(mapping.email), IN_ADDRESSES);
  const number = tidy(fix.number ?? cell(mapping.number), IN_ADDRESSES);
  const cohort = tidy(fix.cohort ?? cell(mapping.cohort), IN_NAMES);
  const isAddress = email !== null && email.length <= LONGEST_EMAIL && isEmailAddress(email);
  const isBeyond = cells.length > columns && cells.slice(columns).some((value) => value.trim() !== '');
  if (isBeyond && format === 'xlsx') warnings.push('values_left_out');
  const isShifted = isBeyond && format === 'csv' && Object.keys(fix).length === 0;
  const fault = isShifted ? 'too_many_values' : email !== null && !isAddress ? 'email_invalid' : faultOf(name, email, number);
  return { name, email, emailKey: isAddress ? emailKey(email) : null, number, cohort, fault, warnings };
}

function faultOf(name: string | null, email: string | null, number: string | null): RowFault | null {
  if (name === null && email === null && number === null) return 'identity_missing';
  if (name !== null && [...name].length > LONGEST_NAME) return 'name_too_long';
  return number !== null && !NUMBER.test(number) ? 'number_invalid' : null;
}
