import type { Readable } from 'node:stream';
import { zipStream } from '../../files/zip-stream.ts';
import type { Value } from '../../kernel/csv.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** All parts of a workbook with one sheet, except the sheet itself. */
const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Grades" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/**
 * Writes a workbook (XLSX) with one sheet, while its rows are read. Numbers stay numbers, and text is stored as text, which no program takes for a formula.
 * Only the few parts that such a workbook needs are written, with the same library as other archives.
 */
export function workbookOf(rows: AsyncIterable<readonly Value[]>, madeAt: Date): Readable {
  const parts = Object.entries(PARTS).map(([path, text]) => ({ path, content: () => [text] }));
  return zipStream([...parts, { path: SHEET, content: () => sheetOf(rows) }], madeAt);
}

async function* sheetOf(rows: AsyncIterable<readonly Value[]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>`;
  for await (const row of rows) yield `<row>${row.map(cellOf).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

function cellOf(value: Value): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Escapes text for XML, without control characters, which cannot be written in XML at all. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>]/g, (char) => ENTITIES[char] as string);
