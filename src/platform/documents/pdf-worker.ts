import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { PageLimits, PdfMessage } from './pdf-pages.ts';

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: PageLimits };
const LOW_PRIORITY = 10;
/** Of 0 to 6: a little larger, in a third of the time. */
const QUICK = 1;

const send = (message: PdfMessage): void => parentPort?.postMessage(message);

yieldToRequests();
sharp.concurrency(1);
const document = await open();
if (document) {
  const pageCount = document.getPageCount();
  send({ pageCount });
  for (let number = 0; number < Math.min(pageCount, limits.mostPages); number++) send({ page: await render(document.getPage(number)) });
  send({ isOver: true });
}

/** Lets the threads that serve requests go first. Linux alone has priorities of threads. */
function yieldToRequests(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), LOW_PRIORITY);
  } catch {
    // Renders at the usual priority.
  }
}

async function open(): Promise<PDFiumDocument | undefined> {
  try {
    const library = await PDFiumLibrary.init();
    return await library.loadDocument(bytes);
  } catch (error) {
    send({ fault: /password|security/i.test(String(error)) ? 'encrypted' : 'unreadable' });
    return undefined;
  }
}

async function render(page: PDFiumPage): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const { width, height } = fitted({ width: originalWidth, height: originalHeight });
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

/** Pages of any size, also of 0 or of kilometres, become pictures that fit into the box. */
function fitted({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const { box } = limits;
  const scale = Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1));
  const bounded = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length * scale)));
  return { width: bounded(width, box.width), height: bounded(height, box.height) };
}
