import type { SheetReader, SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { openThreads } from '../../../../platform/threads/threads.ts';

/** A photo that waits for a thread waits no longer than this, reading included. */
const LONGEST_MS = 120_000;

/** Opens the reader of photographed sheets. It reads in threads, because a photo takes a good part of a second of CPU time. */
export function openSheetReader(): SheetReader {
  const threads = openThreads<Uint8Array, SheetReading>('sheet_reader', new URL('./worker.ts', import.meta.url), LONGEST_MS);
  return {
    async read(image) {
      const reading = await threads.run(image);
      return reading.status === 'read' ? { ...reading, picture: Buffer.from(reading.picture) } : reading;
    },
    close: () => threads.close(),
  };
}
