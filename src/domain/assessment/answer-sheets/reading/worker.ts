import type { CodedPage, SheetReading } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { inThread } from '../../../../platform/threads/in-thread.ts';
import type { ShownCircles } from '../layout/shown.ts';
import { readSheet } from './read-sheet.ts';

export default inThread<Uint8Array, SheetReading, CodedPage, ShownCircles>((image, send) =>
  readSheet(Buffer.from(image.buffer, image.byteOffset, image.byteLength), send),
);
