/** How a number is shown: as it is, as a day, or with at least this many digits. */
export type CellFormat = { kind: 'plain' } | { kind: 'date' } | { kind: 'digits'; digits: number };

/** Formats without a code that show days: ECMA-376, part 1, 18.8.30. */
const DATES: readonly number[] = [14, 15, 16, 17, 22];

/** @param code null for a format that has none of its own */
export function formatOf(id: number, code: string | null): CellFormat {
  if (code === null) return DATES.includes(id) ? { kind: 'date' } : { kind: 'plain' };
  const plain = withoutLiterals(code.split(';', 1)[0] ?? '');
  if (/[dy]/i.test(plain)) return { kind: 'date' };
  return /^0+$/.test(plain) ? { kind: 'digits', digits: plain.length } : { kind: 'plain' };
}

/** Leaves out quoted text, escaped characters, and colours and languages in brackets, which say nothing about the value. */
function withoutLiterals(code: string): string {
  let plain = '';
  for (let at = 0; at < code.length; at++) {
    const char = code[at] as string;
    const end = char === '"' ? '"' : char === '[' ? ']' : null;
    if (end !== null) {
      const closing = code.indexOf(end, at + 1);
      at = closing < 0 ? code.length : closing;
    } else if (char === '\\') at++;
    else plain += char;
  }
  return plain;
}

const DAY_MS = 24 * 3600_000;
/** Day 0 of serial numbers. Workbooks count a 29 February 1900 that never existed, so that days before March 1900 are not exact. */
const DAY_ZERO = { usual: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

/** Returns the text of a number as people see it. Days become YYYY-MM-DD. */
export function shownNumber(value: string, format: CellFormat, isFrom1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format.kind === 'date' && number >= 0 && number <= LAST_DAY)
    return new Date((isFrom1904 ? DAY_ZERO.from1904 : DAY_ZERO.usual) + Math.floor(number) * DAY_MS).toISOString().slice(0, 10);
  // A workbook keeps fifteen digits of a number.
  const text = Number.isInteger(number) && Math.abs(number) < 1e15 ? number.toFixed(0) : String(Number(number.toPrecision(15)));
  return format.kind === 'digits' && number >= 0 ? text.padStart(format.digits, '0') : text;
}
