import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const layout = (query = '') => app.http.get(`/api/v1/answer-sheets/layout/${query}`);

test('everybody can read the markers and code cells, and with a code every bubble, and keep them for ever', async () => {
  const { status, body, headers } = await layout();
  expect([status, body.layout, body.frames.map((frame: { page_size: string }) => frame.page_size)]).toEqual([200, null, ['a4', 'letter']]);
  expect(body.layouts.map(({ code }: { code: string }) => code)).toEqual([...LAYOUTS.keys()]);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const whole = await layout('?code=112');
  expect(whole.body.layout).toMatchObject({ code: '112', bubbles: LAYOUTS.get('112')?.bubbles, number_grid: LAYOUTS.get('112')?.number_grid });
  expect(whole.headers.etag).not.toBe(headers.etag);
});

test('a device that has the layout is told so by its tag', async () => {
  const { headers } = await layout('?code=113');
  const again = await layout('?code=113').set('If-None-Match', `"other", W/${headers.etag}`);
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
  expect((await layout('?code=113').set('If-None-Match', '"other"')).status).toBe(200);
});

test('a layout that does not exist is not found, and a code that is no number is refused', async () => {
  expect((await layout('?code=999')).status).toBe(404);
  expect((await layout('?code=x')).status).toBe(400);
});
