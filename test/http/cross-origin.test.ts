import { startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { Browser, expectStatus, newUser } from '../support/browser.ts';
import { newSchool } from '../support/school.ts';

const FRONT_END = 'http://localhost:5173';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ webOrigins: new Set([FRONT_END]) }));
});
afterAll(() => app.close());

const fromFrontEnd = (browser: Browser, site: string): Browser => {
  browser.headers = { ...browser.headers, Origin: FRONT_END, 'Sec-Fetch-Site': site };
  return browser;
};

test('a front end of WEB_ORIGINS reads and changes data with the cookie of the user', async () => {
  const { browser } = await newUser(app);
  fromFrontEnd(browser, 'same-site');
  const { status, headers } = await browser.call('patch', 'me/', { name: 'Ada' });
  expect([status, headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([200, FRONT_END, 'true']);
  expect(headers.vary).toContain('Origin');
  expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
});

test('a cached response to a visitor is used for one origin only', async () => {
  const { organisation } = await newSchool(app);
  const browser = fromFrontEnd(new Browser(app), 'same-site');
  browser.headers['X-Organisation'] = organisation.subdomain;
  const { headers } = await expectStatus(200, browser.call('get', 'tenants/config/'));
  expect(headers['cache-control']).toContain('public');
  expect(headers.vary?.split(', ')).toEqual(expect.arrayContaining(['Origin', 'Cookie', 'X-Organisation']));
});

test('a front end of WEB_ORIGINS can read why it was refused', async () => {
  const { status, headers } = await fromFrontEnd(new Browser(app), 'same-site').call('get', 'me/');
  expect([status, headers['access-control-allow-origin']]).toEqual([401, FRONT_END]);
});

test('a preflight request lists what a front end of WEB_ORIGINS may send', async () => {
  const preflight = (origin: string) => app.http.options('/api/v1/me/').set({ Origin: origin, 'Access-Control-Request-Method': 'PATCH' });
  const { status, headers } = await preflight(FRONT_END);
  expect([status, headers['access-control-allow-methods']]).toEqual([204, expect.stringContaining('PATCH')]);
  expect(headers['access-control-allow-headers']).toContain('X-Organisation');
  expect((await preflight('http://localhost:5174')).headers).not.toHaveProperty('access-control-allow-origin');
});

test('other origins get no headers and change nothing, nor does any origin without WEB_ORIGINS', async () => {
  const { browser } = await newUser(app);
  browser.headers = { ...browser.headers, Origin: 'http://localhost:5174', 'Sec-Fetch-Site': 'same-site' };
  const { status, headers } = await browser.call('patch', 'me/', { name: 'Mallory' });
  expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
  const closed = await startTestApp();
  const answer = await closed.http.get('/api/v1/me/').set('Origin', FRONT_END);
  expect([answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([undefined, undefined]);
  await closed.close();
});
