import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { Chance } from '../../../../scripts/crash/chance.ts';
import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { photograph } from '../../../support/answer-sheets/camera.ts';
import { type Drawing, PRINT } from '../../../support/answer-sheets/drawing.ts';
import { printSheet } from '../../../support/answer-sheets/print.ts';
import { cameraOf, heicScan, LAYOUT, SHEET, scan } from '../../../support/answer-sheets/scene.ts';

const reader = openSheetReader();
afterAll(() => reader.close());

const PAPER = '#fafaf8';

const cover = (page: Drawing, x: number, y: number, side: number) => page.box(x, y, side, side, { ...PRINT, colour: [120, 60, 40] });

/** A small PNG whose header states a size. */
async function pngThatSays(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: PAPER } })
    .png()
    .toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test.each([
  ['text', () => Buffer.from('This is not a picture at all.'), 'not_image'],
  ['a JPEG that ends early', async () => (await scan(printSheet(LAYOUT, SHEET))).subarray(0, 30_000), 'not_image'],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: PAPER } })
        .gif()
        .toBuffer(),
    'unsupported_image_format',
  ],
  ['a HEIC file without a picture', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unsupported_image_format'],
  ['a HEIC photo that ends early', async () => (await heicScan()).subarray(0, 9000), 'unsupported_image_format'],
  ['a picture of 61 megapixels', () => pngThatSays(7810, 7811), 'not_image'],
  [
    'a picture of something else',
    () =>
      sharp({ create: { width: 1200, height: 1600, channels: 3, background: PAPER } })
        .jpeg()
        .toBuffer(),
    'markers_not_found',
  ],
] as const)('%s is not read, and the reason is said', async (_, make, reason) => {
  expect(await reader.read(await make())).toEqual({ status: 'failed', reason });
});

test.each([0, 3])('a sheet with marker %i covered is refused rather than read in shifted rows', async (index) => {
  const page = printSheet(LAYOUT, SHEET);
  const { x, y } = LAYOUT.markers[index] as { x: number; y: number };
  cover(page, x, y, 10);
  expect(await reader.read(await scan(page))).toEqual({ status: 'failed', reason: 'markers_not_found' });
});

test('a sheet whose corner lies outside the photo is refused as cut', async () => {
  const whole = await scan(printSheet(LAYOUT, SHEET));
  const { width, height } = await sharp(whole).metadata();
  const cut = await sharp(whole)
    .extract({ left: 0, top: 0, width: width - 130, height: height - 50 })
    .toBuffer();
  expect(await reader.read(cut)).toEqual({ status: 'failed', reason: 'page_cut' });
});

test.each([
  [2, 'read'],
  [3, 'failed'],
])('a code with %i damaged cells is %s', async (damaged, status) => {
  const page = printSheet(LAYOUT, SHEET);
  let left = damaged;
  for (const { x, y } of LAYOUT.code_cells) {
    const at = (Math.round(y * page.scale) * page.raster.width + Math.round(x * page.scale)) * 3;
    if (!left || (page.raster.data[at] ?? 0) < 128) continue;
    page.box(x, y, LAYOUT.cell_size, LAYOUT.cell_size, PRINT);
    left -= 1;
  }
  const reading = await reader.read(await scan(page));
  expect(reading).toMatchObject(status === 'read' ? { status, sheetId: SHEET.sheet } : { status, reason: 'code_unreadable' });
});

test('a photo of two sheets is refused, because nobody can say which was meant', async () => {
  const sheets = await Promise.all(['0123456ZZ', '0123456ZY'].map((sheet) => scan(printSheet(LAYOUT, { sheet, page: 1 }))));
  const { width } = await sharp(sheets[0]).metadata();
  const both = await sharp(sheets[0])
    .extend({ right: width, background: '#909090' })
    .composite([{ input: sheets[1], left: width, top: 0 }])
    .jpeg()
    .toBuffer();
  expect(await reader.read(both)).toEqual({ status: 'failed', reason: 'code_unreadable' });
});

test('a blurred photo is refused', async () => {
  const view = cameraOf(LAYOUT, new Chance(5));
  const page = printSheet(LAYOUT, SHEET);
  const image = await photograph(page, { ...view, width: 1000, height: 1333, blur: 1.1, turn: 3, fill: 0.95, tilt: 5 }, new Chance(1));
  expect(await reader.read(image)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^(too_blurred|markers_not_found)$/) });
});
