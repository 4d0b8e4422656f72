import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const POINTS_PER_INCH = 72;

export interface Picture {
  width: number;
  height: number;
  /** One byte for each pixel, from black to white. */
  gray: Buffer;
}

/** Draws the pages of a PDF, with an implementation that has nothing in common with that which wrote it. */
export async function drawPages(pdf: Buffer, dotsPerInch = 144): Promise<Picture[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pictures: Picture[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: dotsPerInch / POINTS_PER_INCH, render: 'bitmap' });
      const gray = await sharp(data, { raw: { width, height, channels: 4 } })
        .flatten({ background: 'white' })
        .grayscale()
        .raw()
        .toBuffer();
      pictures.push({ width, height, gray });
    }
    return pictures;
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** Returns the text of each page, as a viewer copies it. */
export async function pageTexts(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    return Array.from(document.pages(), (page) => page.getText());
  } finally {
    document.destroy();
    library.destroy();
  }
}

export const toPng = ({ width, height, gray }: Picture): Promise<Buffer> =>
  sharp(gray, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();

/** Returns the text of all compressed and uncompressed objects of a PDF, without fonts and pictures. */
export function pdfObjects(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: start }) => {
    try {
      return inflateSync(pdf.subarray(index + start.length), { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams].join('\n');
}
