import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Line } from '../../kernel/csv.ts';
import { type CellFormat, formatOf, shownNumber } from './cell-formats.ts';
import { MalformedPartError, readXml } from './workbook-xml.ts';

const MIB = 1024 * 1024;
const MOST_ENTRIES = 1000;
/** Beyond this size, a file is unpacked only up to `LARGEST_RATIO` times its own size. */
const FREE_BYTES = 10 * MIB;
const LARGEST_RATIO = 100;
const MOST_BYTES = 200 * MIB;
const LAST_LINE = 2 ** 20;
/** Maximum number of characters in all cells. A text that many cells share is stored once and counts in each of them. */
const MOST_CHARACTERS = 20_000_000;
/** More than the cells of the largest sheet that is read can refer to. */
const MOST_TEXTS = 3_000_000;
const MOST_FORMATS = 100_000;

/** Maximum numbers of rows and columns. Those beyond are not read, and the reader of the file then refuses it. */
export interface Limits {
  rows: number;
  columns: number;
}

export type WorkbookFault = 'not_a_workbook' | 'macro_workbook' | 'encrypted' | 'unpacks_too_large';

/** The workbook cannot be read, or must not be. */
export class WorkbookError extends Error {
  readonly code: WorkbookFault;
  constructor(code: WorkbookFault) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads the first visible sheet of a workbook (XLSX) as text: values as the sheet shows them where that matters (dates, and numbers with leading zeros), and the
 * results of formulas as they were stored. Formulas are not evaluated, and nothing that the file refers to is fetched.
 * @throws WorkbookError
 */
export async function readWorkbook(bytes: Buffer, limits: Limits): Promise<Line[]> {
  try {
    return await readSheet(await Archive.open(bytes), limits);
  } catch (error) {
    // Errors of the archive's reader have no class of their own.
    throw error instanceof WorkbookError ? error : new WorkbookError('not_a_workbook');
  }
}

/** The entries of a ZIP file, of which only those that are needed are unpacked, and counted while they are. */
class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #size: number;
  #unpacked = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, size: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#size = size;
  }

  static async open(bytes: Buffer): Promise<Archive> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > MOST_ENTRIES) throw new WorkbookError('unpacks_too_large');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.generalPurposeBitFlag & 1) throw new WorkbookError('encrypted');
      if (/vbaProject\.bin$/i.test(entry.fileName)) throw new WorkbookError('macro_workbook');
      entries.set(entry.fileName.toLowerCase(), entry);
    }
    return new Archive(zip, entries, bytes.length);
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  async *read(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw new MalformedPartError(`${path} is missing`);
    for await (const chunk of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      this.#unpacked += chunk.length;
      if (this.#unpacked > MOST_BYTES || this.#unpacked > Math.max(FREE_BYTES, LARGEST_RATIO * this.#size)) throw new WorkbookError('unpacks_too_large');
      yield chunk;
    }
  }
}

async function readSheet(archive: Archive, limits: Limits): Promise<Line[]> {
  const { path, isFrom1904 } = await findSheet(archive);
  const texts = archive.has('xl/sharedStrings.xml') ? await readTexts(archive) : [];
  const formats = archive.has('xl/styles.xml') ? await readFormats(archive) : [];
  return readRows(archive, path, { texts, formats, isFrom1904 }, limits);
}

/** Finds the first sheet that is not hidden, and whether days are counted from 1904. */
async function findSheet(archive: Archive): Promise<{ path: string; isFrom1904: boolean }> {
  let sheetId: string | undefined;
  let isFrom1904 = false;
  await readXml(archive.read('xl/workbook.xml'), {
    open({ name, attributes }) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible') sheetId ??= attributes['r:id'];
    },
  });
  let target: string | undefined;
  await readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open({ name, attributes }) {
      if (name === 'Relationship' && attributes.Id === sheetId && attributes.TargetMode !== 'External') target = attributes.Target;
    },
  });
  if (target === undefined) throw new WorkbookError('not_a_workbook');
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 };
}

/** Reads the texts that cells refer to by their numbers, without the phonetic readings of Japanese ones. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isPhonetic = false;
  await readXml(archive.read('xl/sharedStrings.xml'), {
    open({ name }) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
    },
    close(name, content) {
      if (name === 't' && !isPhonetic) text += content;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      if (texts.length === MOST_TEXTS) throw new WorkbookError('unpacks_too_large');
      texts.push(text);
    },
  });
  return texts;
}

/** Reads how the cells of each style are shown. */
async function readFormats(archive: Archive): Promise<CellFormat[]> {
  const codes = new Map<string, string>();
  const formats: CellFormat[] = [];
  let isInCells = false;
  await readXml(archive.read('xl/styles.xml'), {
    open({ name, attributes }) {
      if (codes.size + formats.length > MOST_FORMATS) throw new WorkbookError('unpacks_too_large');
      if (name === 'numFmt') codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) formats.push(formatOf(Number(attributes.numFmtId ?? 0), codes.get(attributes.numFmtId ?? '') ?? null));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

interface Book {
  texts: readonly string[];
  formats: readonly CellFormat[];
  isFrom1904: boolean;
}

/** Reads the rows that have any text, up to one more than are allowed. */
async function readRows(archive: Archive, path: string, book: Book, limits: Limits): Promise<Line[]> {
  const lines: Line[] = [];
  let line = 0;
  let row: Line | null = null;
  let characters = 0;
  let cell = { column: 0, type: 'n', style: 0 };
  let value = '';
  await readXml(archive.read(path), {
    open({ name, attributes }) {
      if (name === 'row') {
        if (row) throw new MalformedPartError('a row within a row');
        line = lineAfter(line, attributes.r);
        row = { line, values: [] };
        cell = { ...cell, column: -1 };
      }
      if (name !== 'c') return;
      const column = attributes.r ? columnOf(attributes.r) : cell.column + 1;
      cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
      value = '';
    },
    close(name, text) {
      if (name === 'v' || name === 't') value += text;
      if (name === 'c' && value !== '' && row) {
        const content = shown(value, cell, book);
        characters += content.length;
        if (characters > MOST_CHARACTERS) throw new WorkbookError('unpacks_too_large');
        row.values[Math.min(cell.column, limits.columns)] = content;
      }
      if (name !== 'row') return;
      const values = Array.from(row?.values ?? [], (one) => one ?? '');
      row = null;
      if (lines.length <= limits.rows && values.some((one) => one.trim() !== '')) lines.push({ line, values });
    },
  });
  return lines;
}

/** Returns the number of a row, which is higher than that of the row before. */
function lineAfter(before: number, text: string | undefined): number {
  const line = text === undefined ? before + 1 : Number(text);
  if (!Number.isInteger(line) || line <= before || line > LAST_LINE) throw new MalformedPartError(text);
  return line;
}

/** Returns the column of a cell, counted from 0: 27 for `AB12`. */
function columnOf(place: string): number {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0] ?? '';
  if (letters === '') throw new MalformedPartError(place);
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shown(value: string, { type, style }: { type: string; style: number }, { texts, formats, isFrom1904 }: Book): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  if (type !== 'n') return value;
  return shownNumber(value, formats[style] ?? { kind: 'plain' }, isFrom1904);
}
