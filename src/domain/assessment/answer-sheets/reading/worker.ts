import sharp from 'sharp';
import type { SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { readSheet } from './read-sheet.ts';

// Each thread of the pool decodes one photo at a time.
sharp.concurrency(1);
sharp.cache(false);

/** What a thread of the sheet reader does: a message turns a buffer into plain bytes, and back. */
export default async function readInThread(image: Uint8Array): Promise<SheetReading> {
  return readSheet(Buffer.from(image.buffer, image.byteOffset, image.byteLength));
}
