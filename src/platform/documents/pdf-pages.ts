import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Box } from '../images/image.ts';

export interface PagePicture extends Box {
  /** WebP without metadata. */
  bytes: Buffer;
}

/** Why a document has no pictures. */
export type DocumentFault = 'unreadable' | 'encrypted' | 'timed_out';

/** The document cannot be shown. */
export class DocumentError extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault) {
    super(fault);
    this.fault = fault;
  }
}

/** What is rendered of a document. */
export interface PageLimits {
  mostPages: number;
  /** Each page fits into this box, in pixels. */
  box: Box;
  longestSeconds: number;
}

/** What the worker thread sends, in this order. */
export type PdfMessage = { pageCount: number } | { page: Omit<PagePicture, 'bytes'> & { bytes: Uint8Array } } | { fault: DocumentFault } | { isOver: true };

/**
 * Renders the pages of a PDF. PDFium runs as WebAssembly in a thread of its own, so that a document can neither hold up the process nor reach anything
 * beside itself; each document gets new memory, and the thread is ended when its time is over.
 * @param onPage receives the pictures one by one, in order; the thread renders the next ones meanwhile
 * @returns how many pages the document has, of which at most `mostPages` were rendered
 * @throws DocumentError
 */
export async function renderPdf(bytes: Buffer, limits: PageLimits, onPage: (picture: PagePicture) => Promise<void>): Promise<number> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { bytes, limits },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true,
    stderr: true,
  });
  const isOver = AbortSignal.timeout(limits.longestSeconds * 1000);
  let pageCount = 0;
  let failure: unknown;
  worker.once('error', (error) => {
    failure = error;
  });
  try {
    for await (const [message] of on(worker, 'message', { signal: isOver, close: ['exit'] }) as AsyncIterable<[PdfMessage]>) {
      if ('fault' in message) throw new DocumentError(message.fault);
      if ('isOver' in message) return pageCount;
      if ('pageCount' in message) pageCount = message.pageCount;
      else await onPage({ ...message.page, bytes: Buffer.from(message.page.bytes) });
    }
    throw new DocumentError('unreadable');
  } catch (error) {
    if (isOver.aborted) throw new DocumentError('timed_out');
    // The thread ends with an error when PDFium runs out of its memory or stops at something that it cannot read.
    throw error === failure ? new DocumentError('unreadable') : error;
  } finally {
    await worker.terminate();
  }
}
