import type { RosterFile } from '../../../platform/roster-reader/roster-reader.ts';
import { guessSeparator, type Line, parseCsv } from '../../kernel/csv.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { FieldCode } from '../../kernel/field-codes.ts';
import { decode, recognize } from './encodings.ts';
import { readWorkbook, WorkbookError, type WorkbookFault } from './read-workbook.ts';

const MOST_ROWS = 50_000;
const MOST_COLUMNS = 50;
const LONGEST_CELL = 1000;
const SEPARATORS = [',', ';', '\t'];

const refusal = (code: FieldCode, message: string) => new ValidationError([{ field: 'file', code, message }]);

/** First bytes of workbooks, and of their predecessors and encrypted ones. */
const WORKBOOK = Buffer.from('504b0304', 'hex');
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const beginsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

/**
 * Reads a file with one row for each person and headings in its first line. Its content, not its name, determines what kind of file it is.
 * @param encoding the encoding that staff chose; null to detect it
 * @throws ValidationError
 */
export async function readFile(bytes: Buffer, encoding: string | null): Promise<RosterFile> {
  try {
    return await readInEncoding(bytes, encoding);
  } catch (error) {
    // The file could be read before it was asked for in this encoding.
    if (error instanceof ValidationError && encoding !== null) throw new ValidationError(error.faults.map((fault) => ({ ...fault, field: 'encoding' })));
    throw error;
  }
}

async function readInEncoding(bytes: Buffer, encoding: string | null): Promise<RosterFile> {
  if (beginsWith(bytes, OLD_WORKBOOK))
    throw refusal('old_workbook', 'Workbooks of this kind and encrypted workbooks cannot be read. Save the file as XLSX or CSV.');
  const { lines, ...facts } = beginsWith(bytes, WORKBOOK) ? await readXlsx(bytes, encoding) : readText(bytes, encoding);
  const [head, ...rows] = lines;
  if (!head || rows.length === 0) throw refusal('empty', 'The file must have a line with headings and at least one row.');
  if (rows.length > MOST_ROWS) throw refusal('too_many_rows', `The file must have at most ${MOST_ROWS} rows.`);
  const crowded = lines.find(({ values }) => values.length > MOST_COLUMNS || values.some((value) => value.length > LONGEST_CELL));
  if (crowded) throw refusal('too_large', `Line ${crowded.line} has more than ${MOST_COLUMNS} columns, or a value of more than ${LONGEST_CELL} characters.`);
  return { ...facts, headings: head.values.map((value) => value.trim()), rows };
}

type Lines = Omit<RosterFile, 'headings' | 'rows'> & { lines: Line[] };

const WORKBOOK_FAULTS: Record<WorkbookFault, string> = {
  not_a_workbook: 'The file is neither a complete workbook nor a text file.',
  macro_workbook: 'Workbooks with macros cannot be read. Save the file as XLSX or CSV.',
  encrypted: 'Encrypted workbooks cannot be read. Save the file without a password.',
  unpacks_too_large: 'The workbook is too large when unpacked. Save the sheet as CSV.',
};

async function readXlsx(bytes: Buffer, encoding: string | null): Promise<Lines> {
  if (encoding !== null) throw refusal('not_in_encoding', 'You cannot choose an encoding for a workbook.');
  const lines = await readWorkbook(bytes, { rows: MOST_ROWS + 1, columns: MOST_COLUMNS }).catch((error: unknown) => {
    throw error instanceof WorkbookError ? refusal(error.code, WORKBOOK_FAULTS[error.code]) : error;
  });
  return { format: 'xlsx', encoding: null, delimiter: null, lines };
}

function readText(bytes: Buffer, encoding: string | null): Lines {
  const [text, used] = encoding === null ? recognize(bytes) : ([decode(bytes, encoding), encoding] as const);
  if (text === null) throw refusal('not_in_encoding', 'The file is not in this encoding.');
  if (text.includes('\0')) throw refusal('not_a_text', 'The file must be a workbook or a text file with separated values.');
  const delimiter = guessSeparator(text, SEPARATORS);
  const { lines, faultyLine } = parseCsv(text, delimiter);
  if (faultyLine !== null) throw refusal('malformed', `On line ${faultyLine}, a quotation mark is not closed or is followed by text.`);
  return { format: 'csv', encoding: used, delimiter, lines };
}
