import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import yazl from 'yazl';

/** Minimal files that can be recognized as their media type. */
export const png = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();

export const pdf = (text = 'hello'): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`);

/** Returns the beginning of an MP4 file, whose first box declares its type. */
export const mp4 = (bytes = 64): Buffer => {
  const box = Buffer.alloc(Math.max(bytes, 24));
  box.writeUInt32BE(24, 0);
  box.write('ftypisom', 4, 'latin1');
  box.write('isomiso2', 16, 'latin1');
  return box;
};

const CONTENT_TYPES = (part: string, type: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="${part}" ContentType="${type}.main+xml"/></Types>`;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Returns a Word file. With `late`, the part that identifies it follows a long part, as some programs write it. */
export function docx({ late = false } = {}): Promise<Buffer> {
  const types: [string, Buffer] = ['[Content_Types].xml', Buffer.from(CONTENT_TYPES('/word/document.xml', WORD))];
  const picture: [string, Buffer] = ['media/image1.bin', Buffer.alloc(3 * 1024 * 1024, 'x')];
  return zip(late ? [picture, types] : [types, picture]);
}

export function zip(entries: readonly [name: string, content: Buffer][]): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [name, content] of entries) file.addBuffer(content, name, { compress: false });
  file.end();
  return buffer(file.outputStream as unknown as AsyncIterable<Buffer> as never);
}

/** Returns a PDF with pages that say their number, each with this media box. */
export const pdfOf = (pages: number, mediaBox = '[0 0 595 842]'): Buffer =>
  pdfWith(
    Array.from({ length: pages }, (_, index) => `BT /F1 24 Tf 72 700 Td (Page ${index + 1}) Tj ET`),
    { mediaBox },
  );

/** Returns a PDF whose pages have these contents, encoded for the `filter`, in which `F1` is a font, and `I1` the picture if there is one, which is a JPEG. */
export function pdfWith(
  contents: readonly string[],
  { mediaBox = '[0 0 595 842]', filter = '', picture }: { mediaBox?: string; filter?: string; picture?: { bytes: Buffer; width: number; height: number } } = {},
): Buffer {
  const streamOf = (dictionary: string, data: string) => `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const shown = picture
    ? `/Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    : '';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamOf(shown, picture?.bytes.toString('latin1') ?? ''),
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Resources << /Font << /F1 3 0 R >> /XObject << /I1 4 0 R >> >> /Contents ${6 + 2 * index} 0 R >>`,
      streamOf(filter, content),
    ]),
  ];
  const parts = ['%PDF-1.4\n'];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((content, index) => {
    const text = `${index + 1} 0 obj\n${content}\nendobj\n`;
    const place = `${String(offset).padStart(10, '0')} 00000 n \n`;
    parts.push(text);
    offset += text.length;
    return place;
  });
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}
