import type { SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { inThread } from '../../../../platform/threads/in-thread.ts';
import { readSheet } from './read-sheet.ts';

export default inThread<Uint8Array, SheetReading>((image) => readSheet(Buffer.from(image.buffer, image.byteOffset, image.byteLength)));
