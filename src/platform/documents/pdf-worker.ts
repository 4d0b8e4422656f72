import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { Box } from '../images/image.ts';
import { loadSharp } from '../images/sharp.ts';
import { inThread } from '../threads/in-thread.ts';
import type { PdfAnswer, PdfPage, PdfTask } from './pdf-pages.ts';

/** Maximum memory of PDFium, because a page of a kilobyte can unpack to gigabytes. */
const MOST_BYTES = 512 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

interface Memory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** PDFium was built with a memory limit that is too high for a process with other work. It has this thread to itself, and fails if it gets no more memory. */
const memory = (Reflect.get(globalThis, 'WebAssembly') as { Memory: { prototype: Memory } }).Memory.prototype;
const { grow } = memory;
memory.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_BYTES) throw new RangeError('PDFium has enough memory');
  return grow.call(this, pages);
};

/** Effort of WebP compression, from 0 to 6. The result is a little larger, in a third of the time. */
const QUICK = 1;

export default inThread<PdfTask, PdfAnswer, PdfPage>(async ({ bytes, limits }, send) => {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes).catch((error: unknown) => (/password|security/i.test(String(error)) ? 'encrypted' : 'unreadable'));
    if (typeof document === 'string') return { fault: document };
    return { pageCount: await renderPages(document, limits, send) };
  } finally {
    library.destroy();
  }
});

async function renderPages(document: PDFiumDocument, { mostPages, box }: PdfTask['limits'], send: (page: PdfPage) => Promise<void>): Promise<number> {
  const pageCount = document.getPageCount();
  for (let number = 0; number < Math.min(pageCount, mostPages); number++) void send(await renderPage(document.getPage(number), box));
  return pageCount;
}

async function renderPage(page: PDFiumPage, box: Box): Promise<PdfPage> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const { width, height } = fitted({ width: originalWidth, height: originalHeight }, box);
  const sharp = await loadSharp();
  const { data } = await page.render({
    width,
    height,
    render: ({ data: pixels }) =>
      sharp(pixels, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .webp({ effort: QUICK })
        .toBuffer(),
  });
  return { bytes: data, width, height };
}

/** Returns the size of the picture of a page that fits into the box. The page can have any size, even 0 or kilometres. */
function fitted({ width, height }: Box, box: Box): Box {
  const scale = Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1));
  const bounded = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length * scale)));
  return { width: bounded(width, box.width), height: bounded(height, box.height) };
}
