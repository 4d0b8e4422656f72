import sharp from 'sharp';
import type { SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { inThread } from '../../../../platform/threads/in-thread.ts';
import { readSheet } from './read-sheet.ts';

// Each thread decodes one photo at a time.
sharp.concurrency(1);
sharp.cache(false);

export default inThread<Uint8Array, SheetReading>((image) => readSheet(Buffer.from(image.buffer, image.byteOffset, image.byteLength)));
