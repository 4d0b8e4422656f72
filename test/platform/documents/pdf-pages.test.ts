import sharp from 'sharp';
import { DocumentError, type PagePicture, renderPdf } from '../../../src/platform/documents/pdf-pages.ts';
import { pdf, pdfOf } from '../../support/sample-files.ts';

const LIMITS = { mostPages: 3, box: { width: 200, height: 200 }, longestSeconds: 30 };

async function rendered(bytes: Buffer, limits: Partial<typeof LIMITS> = {}): Promise<{ pageCount: number; pages: PagePicture[] }> {
  const pages: PagePicture[] = [];
  const pageCount = await renderPdf(bytes, { ...LIMITS, ...limits }, async (page) => void pages.push(page));
  return { pageCount, pages };
}
const faultOf = (bytes: Buffer, limits: Partial<typeof LIMITS> = {}) =>
  rendered(bytes, limits).then(
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

test('a document that takes longer than its time is given up, and nothing of it runs on', async () => {
  expect(await faultOf(pdfOf(200), { mostPages: 200, longestSeconds: 0.4 })).toBe('timed_out');
  const resources = process.getActiveResourcesInfo();
  expect(resources).not.toContain('MessagePort');
});

test('a failure to store a picture is told as it is', async () => {
  const failure = new Error('the storage is away');
  await expect(renderPdf(pdfOf(2), LIMITS, () => Promise.reject(failure))).rejects.toBe(failure);
});
