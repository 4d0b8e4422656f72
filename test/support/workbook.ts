import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const OFFICE = 'http://schemas.openxmlformats.org';

/** The parts of a workbook as a spreadsheet writes it, with a hidden sheet before the one with these rows of XML. */
export const partsOf = (rows: string, { strings = [] as string[], formats = [] as string[], doctype = '' } = {}): Record<string, string> => ({
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'xl/workbook.xml': `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><workbookPr/><sheets>
    <sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Class" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships">
    <Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': `<?xml version="1.0"?>${doctype}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  'xl/sharedStrings.xml': `<sst xmlns="${OFFICE}/spreadsheetml/2006/main">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  'xl/styles.xml': `<styleSheet xmlns="${OFFICE}/spreadsheetml/2006/main"><numFmts>${formats
    .map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, index) => `<xf numFmtId="${170 + index}"/>`)
    .join('')}</cellXfs></styleSheet>`,
});

export function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as AsyncIterable<Buffer> as never);
}
