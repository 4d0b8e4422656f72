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
export function pdfOf(pages: number, mediaBox = '[0 0 595 842]'): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${2 + 2 * number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => {
      const text = `BT /F1 24 Tf 72 700 Td (Page ${number}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Resources << /Font << /F1 3 0 R >> >> /Contents ${3 + 2 * number} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  const parts = ['%PDF-1.4\n'];
  const offsets = objects.map((content, index) => {
    const offset = parts.join('').length;
    parts.push(`${index + 1} 0 obj\n${content}\nendobj\n`);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = parts.join('').length;
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''));
}
