/** A cell of a table: text, a number, or nothing. */
export type Value = string | number | null;

/** Text that a spreadsheet could take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Text to which `harmless` has added an apostrophe. */
const NEUTRALISED = /^'(?=[=+\-@\t\r'])/;

/** Puts an apostrophe before text that a spreadsheet could take for a formula, and before text that begins like such text. */
export const harmless = (text: string): string => (FORMULA.test(text) || text.startsWith("'") ? `'${text}` : text);
/** Undoes `harmless`. */
export const original = (text: string): string => text.replace(NEUTRALISED, '');

/** Writes one row of CSV (RFC 4180). Numbers stay numbers. */
export const csvRow = (values: readonly Value[]): string =>
  `${values.map((value) => (typeof value === 'string' ? quoted(harmless(value)) : (value ?? ''))).join(',')}\r\n`;

/** Writes rows of CSV one after the other. @param bom whether the file begins with a byte order mark */
export async function* csvOf(rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>, bom: boolean): AsyncGenerator<string> {
  if (bom) yield '\uFEFF';
  for await (const row of rows) yield csvRow(row);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A row of a CSV file, with the number of the line on which it begins. */
export interface Line {
  line: number;
  values: string[];
}

/** Reads CSV without reporting faulty quotes. The separator is a comma or a semicolon, whichever occurs more often in the first line. */
export const readCsv = (text: string): Line[] => parseCsv(text, guessSeparator(text, [',', ';'])).lines;

/** The line before the first row in which Excel names the separator of a file. */
const NAMED_SEPARATOR = /^\uFEFF?"?sep=(.)"?(\r\n|\r|\n|$)/i;

/** Returns the separator that the file names, or else the one that occurs most often outside quotes in the first line. In a tie, the first one wins. */
export function guessSeparator(text: string, separators: readonly string[]): string {
  const [, named] = NAMED_SEPARATOR.exec(text) ?? [];
  if (named !== undefined) return named;
  const [head = ''] = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, 1);
  const unquoted = head.split('"').filter((_, index) => index % 2 === 0);
  const counts = separators.map((separator) => unquoted.join('').split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] as string;
}

/**
 * Reads CSV (RFC 4180), with or without a byte order mark or a line that names the separator. Line ends can be CR LF, LF or CR, even mixed. Rows without any
 * text are omitted. `faultyLine` is the first line that has text after the closing quote of a value, or a quote that is never closed. It is null if all quotes
 * are correct.
 */
export function parseCsv(text: string, separator: string): { lines: Line[]; faultyLine: number | null } {
  const named = NAMED_SEPARATOR.test(text);
  const source = named ? text.replace(NAMED_SEPARATOR, '') : text.replace(/^\uFEFF/, '');
  const lines: Line[] = [];
  let line = named ? 2 : 1;
  let current: Line = { line, values: [] };
  let value = '';
  let state: 'bare' | 'quoted' | 'closed' = 'bare';
  let faultyLine: number | null = null;
  const endValue = () => {
    current.values.push(original(value));
    value = '';
    state = 'bare';
  };
  const endLine = () => {
    endValue();
    if (current.values.some((one) => one.trim() !== '')) lines.push(current);
    current = { line: line + 1, values: [] };
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    const endsLine = char === '\n' || (char === '\r' && source[at + 1] !== '\n');
    if (state === 'quoted') {
      if (char !== '"') value += char;
      else if (source[at + 1] === '"') value += source[at++];
      else state = 'closed';
    } else if (char === '"' && value === '' && state === 'bare') state = 'quoted';
    else if (char === separator) endValue();
    else if (endsLine) endLine();
    else if (char !== '\r') {
      if (state === 'closed') faultyLine ??= line;
      value += char;
    }
    if (endsLine) line++;
  }
  if ((state as string) === 'quoted') faultyLine ??= current.line;
  endLine();
  return { lines, faultyLine };
}
