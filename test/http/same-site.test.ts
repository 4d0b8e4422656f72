import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withSettings } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Asks for a password reset, which needs no credential but changes something. */
const ask = async (at: TestApp, headers: Record<string, string>) => {
  const { status, body } = await at.http
    .post('/api/v1/auth/password-reset/')
    .set(headers)
    .send({ email: `${randomUUID()}@nowhere.example` });
  return body.code ?? status;
};

test.each([
  ['the origin of the host', { Host: 'lms.example', Origin: 'http://lms.example' }],
  ['the default port in the host', { Host: 'lms.example:80', Origin: 'http://lms.example' }],
  ['the default port in the origin', { Host: 'lms.example', Origin: 'http://lms.example:80' }],
  ['capitals in the host', { Host: 'LMS.Example', Origin: 'http://lms.example' }],
  ['another port in both', { Host: 'lms.example:8080', Origin: 'http://lms.example:8080' }],
  ['the same site without an origin', { Host: 'lms.example', 'Sec-Fetch-Site': 'same-origin' }],
  ['the same site and a hidden origin', { Host: 'lms.example', Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
  ['both', { Host: 'lms.example', Origin: 'http://lms.example', 'Sec-Fetch-Site': 'same-origin' }],
])('a change is accepted with %s', async (_what, headers) => {
  expect(await ask(app, headers)).toBe(202);
});

test.each([
  ['another scheme', { Host: 'lms.example', Origin: 'https://lms.example' }],
  ['another port', { Host: 'lms.example:8080', Origin: 'http://lms.example' }],
  ['another host', { Host: 'lms.example', Origin: 'http://evil.example' }],
  ['an opaque origin', { Host: 'lms.example', Origin: 'null' }],
  ['another origin, although the browser says that it is the same', { Host: 'lms.example', Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ['its own origin, although the browser says that it is another', { Host: 'lms.example', Origin: 'http://lms.example', 'Sec-Fetch-Site': 'cross-site' }],
  [
    'its own origin, although the browser says only that the site is the same',
    { Host: 'lms.example', Origin: 'http://lms.example', 'Sec-Fetch-Site': 'same-site' },
  ],
  ['neither', { Host: 'lms.example' }],
])('a change is rejected with %s', async (_what, headers) => {
  expect(await ask(app, headers)).toBe('csrf_failed');
});

test('behind a proxy that ends TLS, the origin must be https, with or without its default port', async () => {
  const secure = await startTestApp(withSettings({ publicUrl: 'https://lms.example' }));
  const forwarded = { Host: 'lms.example', 'X-Forwarded-Proto': 'https' };
  expect(await ask(secure, { ...forwarded, Origin: 'https://lms.example' })).toBe(202);
  expect(await ask(secure, { ...forwarded, Host: 'lms.example:443', Origin: 'https://lms.example' })).toBe(202);
  expect(await ask(secure, { ...forwarded, Origin: 'http://lms.example' })).toBe('csrf_failed');
  await secure.close();
});
