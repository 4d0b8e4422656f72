import type { Box } from '../images/image.ts';
import { OutageError } from '../outages/outage.ts';
import { openThreads, TaskTimeoutError } from '../threads/threads.ts';

export interface PagePicture extends Box {
  /** WebP without metadata. */
  bytes: Buffer;
}

/** The reason why a document has no pictures. */
export type DocumentFault = 'unreadable' | 'encrypted' | 'timed_out';

/** The document cannot be shown. */
export class DocumentError extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Limits of rendering a document. */
export interface PageLimits {
  mostPages: number;
  /** Box into which each page is fitted, in pixels. */
  box: Box;
}

/** Makes pictures of the pages of documents. */
export interface PageRenderer {
  /**
   * Renders the pages of a PDF.
   * @param owner the organisation, whose documents wait for each other rather than hold up those of others
   * @param onPage receives the pictures one by one, in order; the next ones are rendered meanwhile
   * @returns the number of pages of the document, of which at most `mostPages` were rendered
   * @throws DocumentError
   */
  render(owner: string, bytes: Buffer, limits: PageLimits, onPage: (picture: PagePicture) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** The input of a thread for one document. */
export interface PdfTask {
  bytes: Uint8Array;
  limits: PageLimits;
}

export type PdfPage = Omit<PagePicture, 'bytes'> & { bytes: Uint8Array };
export type PdfAnswer = { pageCount: number } | { fault: DocumentFault };

const MIB = 1024 * 1024;
const LONGEST_MS = 60_000;
/**
 * The CPU time that a document may take grows with its size: a page that was scanned at 300 dots per inch takes a quarter of a second, and one at 600 most of
 * a second, but such pages have many bytes. A kilobyte of drawing instructions can take minutes.
 */
const LONGEST_CPU_MS = { each: 15_000, mebibyte: 1000 };
const MOST_MEGABYTES = 256;
/** Number of threads that may run even if fewer cores are left, so that one slow document does not hold up those of others. */
const LEAST_THREADS = 2;

/**
 * Opens the renderer. PDFium runs as WebAssembly in threads, so that a document can neither hold up the process nor reach anything outside of itself; each
 * document gets new memory.
 */
export function openPageRenderer(longestMs = LONGEST_MS, cpuMs = LONGEST_CPU_MS): PageRenderer {
  const threads = openThreads<PdfTask, PdfAnswer, PdfPage>('page_renderer', new URL('./pdf-worker.ts', import.meta.url), {
    longestMs,
    leastThreads: LEAST_THREADS,
    mostMegabytes: MOST_MEGABYTES,
  });
  return {
    async render(owner, bytes, limits, onPage) {
      let hasPictureFailed = false;
      const answer = await threads
        .run(
          { bytes, limits },
          {
            owner,
            longestCpuMs: cpuMs.each + (bytes.length / MIB) * cpuMs.mebibyte,
            onPart: async ({ bytes: picture, ...size }) => {
              await onPage({ ...size, bytes: Buffer.from(picture) }).catch((error: unknown) => {
                hasPictureFailed = true;
                throw error;
              });
            },
          },
        )
        .catch((error: unknown) => {
          if (hasPictureFailed) throw error;
          if (error instanceof TaskTimeoutError) throw new DocumentError('timed_out');
          // The thread fails when PDFium runs out of its memory or stops at something that it cannot read.
          throw error instanceof OutageError ? error : new DocumentError('unreadable');
        });
      if ('fault' in answer) throw new DocumentError(answer.fault);
      return answer.pageCount;
    },
    close: () => threads.close(),
  };
}
