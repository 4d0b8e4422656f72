import { constants, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { DocumentError, openPageRenderer, type PageLimits, type PagePicture, type PageRenderer } from '../../../src/platform/documents/pdf-pages.ts';
import { pdf, pdfOf, pdfWith } from '../../support/sample-files.ts';

const LIMITS: PageLimits = { mostPages: 3, box: { width: 200, height: 200 } };

let renderer: PageRenderer;
beforeAll(() => {
  renderer = openPageRenderer();
});
afterAll(() => renderer.close());

async function rendered(bytes: Buffer, limits: Partial<PageLimits> = {}, by = renderer): Promise<{ pageCount: number; pages: PagePicture[] }> {
  const pages: PagePicture[] = [];
  const pageCount = await by.render('one', bytes, { ...LIMITS, ...limits }, async (page) => void pages.push(page));
  return { pageCount, pages };
}
const faultOf = (bytes: Buffer, limits: Partial<PageLimits> = {}, by = renderer) =>
  rendered(bytes, limits, by).then(
    () => null,
    (error: unknown) => (error instanceof DocumentError ? error.fault : error),
  );

test('the first pages of a PDF become pictures that fit into the box, different ones for different pages', async () => {
  const { pageCount, pages } = await rendered(pdfOf(5));
  expect([pageCount, pages.length]).toEqual([5, 3]);
  for (const { bytes, width, height } of pages) {
    expect([width, height]).toEqual([141, 200]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
  }
  expect(new Set(pages.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
});

test.each(['[0 0 20000000 10]', '[0 0 0 0]', '[0 0 1 1]', '[-5 -5 1e30 1e30]'])(
  'a page with the media box %s makes a picture within the box',
  async (mediaBox) => {
    const { pages } = await rendered(pdfOf(1, mediaBox));
    const { width, height } = pages[0] as PagePicture;
    expect(Math.max(width, height)).toBeLessThanOrEqual(200);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
  },
);

test('what is not a PDF is unreadable, and one without pages has none', async () => {
  for (const bytes of [pdf(), Buffer.alloc(0), pdfOf(1).subarray(0, 200)]) expect(await faultOf(bytes)).toBe('unreadable');
  expect(await rendered(pdfOf(0))).toEqual({ pageCount: 0, pages: [] });
});

test('a page that grows beyond 512 MiB is unreadable, and the thread reads the next document', async () => {
  const spaces = deflateSync(Buffer.alloc(2 ** 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const content = Buffer.concat([spaces, ...Array.from({ length: 600 }, () => spaces.subarray(2))]);
  const bomb = Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>endobj
4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream
`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
  expect(bomb.length).toBeLessThan(1_000_000);
  const patient = openPageRenderer(280_000);
  expect(await faultOf(bomb, {}, patient)).toBe('unreadable');
  expect((await rendered(pdfOf(1), {}, patient)).pageCount).toBe(1);
  await patient.close();
});

test('a document that takes longer than its time is given up', async () => {
  const hasty = openPageRenderer(1);
  expect(await faultOf(pdfOf(200), { mostPages: 200 }, hasty)).toBe('timed_out');
  await hasty.close();
});

test('a small document of a million strokes is given up after its CPU time, and meanwhile that of another organisation is rendered', async () => {
  const strict = openPageRenderer(60_000, { each: 700, mebibyte: 0 });
  const strokes = deflateSync(Buffer.from('0 0 m 595 842 l S\n'.repeat(1_000_000)));
  const hostile = () => strict.render('one', pdfWith([strokes.toString('latin1')], { filter: '/Filter /FlateDecode' }), LIMITS, async () => {});
  const ended: string[] = [];
  const faults = [hostile(), hostile()].map((rendering) => rendering.catch(({ fault }: DocumentError) => ended.push(fault)));
  expect(await strict.render('other', pdfOf(1), LIMITS, async () => {})).toBe(1);
  expect(ended.length).toBeLessThan(2);
  await Promise.all(faults);
  expect(ended).toEqual(['timed_out', 'timed_out']);
  await strict.close();
});

test('a document that is not done when the renderer is closed has no fault of its own', async () => {
  const closing = openPageRenderer();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = closing.render('one', pdfOf(200), { ...LIMITS, mostPages: 200 }, async () => resolve()).catch((error: unknown) => error);
  await promise;
  await closing.close();
  expect(await ended).toMatchObject({ name: 'OutageError', dependency: 'page_renderer' });
});

test('a failure to store a picture is told as it is', async () => {
  const failure = new Error('the storage is away');
  await expect(renderer.render('one', pdfOf(2), LIMITS, () => Promise.reject(failure))).rejects.toBe(failure);
});
