import { photoKind } from '../../../../platform/images/photo-kind.ts';
import type { CodedPage, PhotoKind, SheetReader, SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { openThreads } from '../../../../platform/threads/threads.ts';
import type { ShownCircles } from '../layout/shown.ts';

const LONGEST_MS = 120_000;
/** HEIC is decoded without the help of the processor, which takes up to a few seconds. */
const LONGEST_CHECK_MS = 20_000;

/** Opens the reader of photographed sheets. It reads in threads, because a photo takes a good part of a second of CPU time. */
export function openSheetReader(): SheetReader {
  const readers = openThreads<Uint8Array, SheetReading, CodedPage, ShownCircles>('sheet_reader', new URL('./worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
  });
  const heic = new URL('../../../../platform/images/heic-worker.ts', import.meta.url);
  // A separate thread, so that uploads do not wait for the photos that are being read.
  const checkers = openThreads<Uint8Array, PhotoKind>('sheet_reader', heic, { longestMs: LONGEST_CHECK_MS, mostThreads: 1 });
  return {
    async check(photo) {
      const kind = await photoKind(photo);
      return kind === 'heic' ? checkers.run(photo) : kind;
    },
    async read(photo, circlesOn = async () => null) {
      const reading = await readers.run(photo, { onPart: circlesOn });
      return reading.status === 'read' ? { ...reading, picture: Buffer.from(reading.picture) } : reading;
    },
    async close() {
      await Promise.all([readers.close(), checkers.close()]);
    },
  };
}
