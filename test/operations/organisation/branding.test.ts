import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newCreator } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { runJobsAfter } from '../../support/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const picture = (width: number, height: number, background = '#c00') => sharp({ create: { width, height, channels: 3, background } });
const png = (width = 40, height = 20) => picture(width, height).png().toBuffer();

async function download(address: string) {
  const answer = await fetch(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, info: answer.ok ? await sharp(bytes).metadata() : null };
}

describe('a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('is accepted as %s and served as WebP', async (format) => {
    const { browser } = await newCreator(app);
    const { body } = await expectStatus(200, browser.upload('tenants/logo/', await picture(40, 20).toFormat(format).toBuffer(), { filename: 'évil.svg' }));
    expect(body).toEqual({ primary_color: null, accent_color: null, logo_url: expect.stringMatching(`^${app.url}/files/public/logos/`) });
    expect((await browser.call('get', 'tenants/config/')).body.branding).toEqual(body);
    const { status, headers, info } = await download(body.logo_url);
    expect([status, headers.get('content-type'), info]).toEqual([200, 'image/webp', expect.objectContaining({ format: 'webp', width: 40, height: 20 })]);
  });

  test.each([
    [2000, 1000, 512, 256],
    [600, 1200, 256, 512],
    [100, 50, 100, 50],
  ])('of %d by %d pixels is scaled to %d by %d pixels', async (width, height, shownWidth, shownHeight) => {
    const { browser } = await newCreator(app);
    const { body } = await expectStatus(200, browser.upload('tenants/logo/', await png(width, height)));
    expect((await download(body.logo_url)).info).toMatchObject({ width: shownWidth, height: shownHeight });
  });

  test('is rotated upright and stripped of metadata', async () => {
    const { browser } = await newCreator(app);
    const lying = await picture(40, 20)
      .withExif({ IFD0: { Copyright: 'where I live' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await expectStatus(200, browser.upload('tenants/logo/', lying));
    const { info, bytes } = await download(body.logo_url);
    expect(info).toMatchObject({ width: 20, height: 40 });
    expect([info?.exif, info?.orientation, info?.icc, bytes.includes('where I live')]).toEqual([undefined, undefined, undefined, false]);
  });

  test('replaces the previous logo, whose URL stops working, and is recorded in the audit log', async () => {
    const { browser, organisation } = await newCreator(app);
    const { body: first } = await expectStatus(200, browser.upload('tenants/logo/', await png()));
    const { body: second } = await expectStatus(200, browser.upload('tenants/logo/', await png(41)));
    expect(second.logo_url).not.toBe(first.logo_url);
    await app.mailbox.runJobs();
    expect([(await download(first.logo_url)).status, (await download(second.logo_url)).status]).toEqual([404, 200]);
    const { body: log } = await browser.call('get', 'audit-log/?action=organisation.updated');
    expect(log.results[0]).toMatchObject({
      object_id: organisation.id,
      before: { logo_key: first.logo_url.replace(`${app.url}/files/`, '') },
      after: { logo_key: second.logo_url.replace(`${app.url}/files/`, '') },
    });
  });

  test('is the only file that remains after concurrent uploads', async () => {
    const { browser, organisation } = await newCreator(app);
    const pictures = await Promise.all([30, 31, 32, 33].map((width) => png(width)));
    const answers = await Promise.all(pictures.map((bytes) => browser.upload('tenants/logo/', bytes)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { logo_url } = (await browser.call('get', 'tenants/config/')).body.branding;
    await app.mailbox.runJobs();
    await runJobsAfter(app, 7200);
    expect(await storedKeys(app, `public/logos/${organisation.id}/`)).toEqual([logo_url.replace(`${app.url}/files/`, '')]);
    expect((await download(logo_url)).status).toBe(200);
  });

  test('whose upload fails halfway leaves no file behind', async () => {
    const { browser, organisation } = await newCreator(app);
    await app.database.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if new.id = '${organisation.id}' then raise exception 'refused'; end if; return new; end $$;
      create trigger refuse before update on organisations for each row execute function refuse()`);
    try {
      expect((await browser.upload('tenants/logo/', await png())).status).toBe(500);
    } finally {
      await app.database.pool.query('drop function refuse cascade');
    }
    expect(await storedKeys(app, `public/logos/${organisation.id}/`)).toHaveLength(1);
    await runJobsAfter(app, 7200);
    expect(await storedKeys(app, `public/logos/${organisation.id}/`)).toEqual([]);
  });

  test('is deleted when the branding is changed to have none', async () => {
    const { browser, organisation } = await newCreator(app);
    await expectStatus(200, browser.upload('tenants/logo/', await png()));
    expect((await browser.call('patch', 'tenants/branding/', { logo_url: null })).body.logo_url).toBeNull();
    await app.mailbox.runJobs();
    expect(await storedKeys(app, `public/logos/${organisation.id}/`)).toEqual([]);
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture')],
    ['SVG', () => Buffer.from(SVG)],
    ['a GIF', () => picture(10, 10).gif().toBuffer()],
    ['a TIFF', () => picture(10, 10).tiff().toBuffer()],
    ['an AVIF', () => picture(10, 10).avif().toBuffer()],
    [
      'a truncated PNG',
      async () =>
        (
          await sharp(await noise(200))
            .png()
            .toBuffer()
        ).subarray(0, 20_000),
    ],
    [
      'a truncated JPEG',
      async () =>
        (
          await sharp(await noise(200))
            .jpeg()
            .toBuffer()
        ).subarray(0, 5000),
    ],
  ])('that is %s is rejected and changes nothing', async (_what, content) => {
    const { browser, organisation } = await newCreator(app);
    const { status, body } = await browser.upload('tenants/logo/', await content(), { filename: 'logo.png' });
    expect([status, body.errors]).toEqual([400, [{ field: 'file', code: 'not_an_image', message: expect.any(String) }]]);
    expect((await browser.call('get', 'tenants/config/')).body.branding.logo_url).toBeNull();
    expect(await storedKeys(app, `public/logos/${organisation.id}/`)).toEqual([]);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['bytes', async () => Buffer.concat([await png(), Buffer.alloc(5 * 1024 * 1024)])],
    ['pixels', () => picture(10_000, 5001).png({ compressionLevel: 9 }).toBuffer()],
  ])('with too many %s is rejected', async (_what, content) => {
    const { browser } = await newCreator(app);
    const { status, body } = await browser.upload('tenants/logo/', await content());
    expect([status, body.errors]).toEqual([400, [{ field: 'file', code: 'too_large', message: expect.any(String) }]]);
  });

  test('in a form field with another name is rejected', async () => {
    const { browser } = await newCreator(app);
    const { status, body } = await browser.upload('tenants/logo/', await png(), { field: 'logo' });
    expect([status, body.errors[0].field]).toEqual([400, 'logo']);
  });
});

/** A picture that does not compress. */
const noise = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer();

test('changing the branding changes only the fields that are sent', async () => {
  const { browser } = await newCreator(app);
  await expectStatus(200, browser.upload('tenants/logo/', await png()));
  const patch = async (body: object) => (await expectStatus(200, browser.call('patch', 'tenants/branding/', body))).body;
  const { logo_url } = await patch({ primary_color: '#112233' });
  expect(logo_url).not.toBeNull();
  expect(await patch({ accent_color: '#AABBCC' })).toEqual({ primary_color: '#112233', accent_color: '#AABBCC', logo_url });
  expect(await patch({ primary_color: null })).toEqual({ primary_color: null, accent_color: '#AABBCC', logo_url });
  expect(await patch({})).toEqual({ primary_color: null, accent_color: '#AABBCC', logo_url });
  const { body: log } = await browser.call('get', 'audit-log/?action=organisation.updated');
  expect(log.results.map(({ after }: { after: object }) => after)).toEqual([
    { primary_color: null },
    { accent_color: '#AABBCC' },
    { primary_color: '#112233' },
    { logo_key: expect.any(String) },
  ]);
});

test.each([[{ primary_color: 'red' }], [{ logo_url: 'https://example.org/logo.png' }], [{ name: 'x' }]])(
  'changing the branding to %j is rejected',
  async (change) => {
    const { browser } = await newCreator(app);
    const { status, body } = await browser.call('patch', 'tenants/branding/', change);
    expect([status, body.errors[0].field]).toEqual([400, Object.keys(change)[0]]);
  },
);
