/** A cell of a table: text, a number, or nothing. */
export type Value = string | number | null;

/** Text that a spreadsheet could take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What `harmless` has put an apostrophe before. */
const NEUTRALISED = /^'(?=[=+\-@\t\r'])/;

/** Puts an apostrophe before text that a spreadsheet could take for a formula, and before text that begins like such text. */
export const harmless = (text: string): string => (FORMULA.test(text) || text.startsWith("'") ? `'${text}` : text);
/** Undoes `harmless`. */
export const original = (text: string): string => text.replace(NEUTRALISED, '');

/** Writes one row of CSV (RFC 4180). Numbers stay numbers. */
export const csvRow = (values: readonly Value[]): string =>
  `${values.map((value) => (typeof value === 'string' ? quoted(harmless(value)) : (value ?? ''))).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A row of a CSV file, with the number of the line on which it begins. */
export interface Line {
  line: number;
  values: string[];
}

/**
 * Reads CSV (RFC 4180), with or without a byte order mark, with any line ends, and separated by commas or semicolons, whichever the first line has.
 * Rows without any text are left out.
 */
export function readCsv(text: string): Line[] {
  const source = text.replace(/^\uFEFF/, '');
  const [head = ''] = source.split(/\r?\n/, 1);
  const separator = !head.includes(',') && head.includes(';') ? ';' : ',';
  const lines: Line[] = [];
  let current: Line = { line: 1, values: [] };
  let value = '';
  let isQuoted = false;
  let line = 1;
  const endValue = () => {
    current.values.push(original(value));
    value = '';
  };
  const endLine = () => {
    endValue();
    if (current.values.some((one) => one.trim() !== '')) lines.push(current);
    current = { line: line + 1, values: [] };
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (isQuoted) {
      if (char !== '"') value += char;
      else if (source[at + 1] === '"') value += source[at++];
      else isQuoted = false;
    } else if (char === '"' && value === '') isQuoted = true;
    else if (char === separator) endValue();
    else if (char === '\n') endLine();
    else if (char !== '\r') value += char;
    if (char === '\n') line++;
  }
  endLine();
  return lines;
}
