import { randomUUID } from 'node:crypto';
import { openIdProviders } from '../../src/platform/identity/openid-providers.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts';

let app: TestApp;
let idp: TestIdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
  const providers = openIdProviders([idp.settings]);
  app = await startTestApp((services) => withPorts({ providers })(withSettings({ publicUrl: 'http://app.example.org' })(services)));
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

const newBrowser = (): Browser => {
  const browser = new Browser(app);
  browser.headers.Host = 'app.example.org';
  return browser;
};

const begin = async (browser: Browser): Promise<string> => {
  expect((await browser.open('/sign-in?next=/account/export')).text).toContain('Continue with Google');
  const { text } = await browser.submit('/sign-in/provider', { provider: 'google', next: '/account/export' });
  return (/class="button" href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
};

const pathOf = (address: string): string => address.slice('http://app.example.org'.length);

test('a person signs in with a provider and comes back to the page that asked for it', async () => {
  const browser = newBrowser();
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true, name: 'Ada' };
  const back = await browser.open(pathOf(await idp.visit(await begin(browser), person)));
  expect([back.status, back.headers.location]).toEqual([303, '/account/export']);
  expect((await browser.open('/account')).text).toContain(person.email);
});

test('the URL of the provider signs in nobody in another browser, and no one a second time', async () => {
  const browser = newBrowser();
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true };
  const path = pathOf(await idp.visit(await begin(browser), person));
  const stranger = newBrowser();
  await begin(stranger);
  const refused = await stranger.open(path);
  expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('did not confirm your identity')]);
  expect((await stranger.open('/account')).status).toBe(303);
  expect((await browser.open(path)).status).toBe(303);
  expect((await browser.open('/account')).status).toBe(200);
  expect((await browser.open(path)).status).toBe(401);
});

test('a person proves with their provider who they are, and comes back to the page that asked for it', async () => {
  const browser = newBrowser();
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true };
  await browser.open(pathOf(await idp.visit(await begin(browser), person)));
  app.clock.advance(10 * 60_000);
  const asked = await browser.submit('/account/export', {});
  expect([asked.status, asked.text]).toEqual([403, expect.stringMatching(/name="proves" value="on"[\s\S]*Continue with Google/)]);
  const { text } = await browser.submit('/sign-in/provider', { provider: 'google', proves: 'on', next: '/account/export' });
  const url = (/class="button" href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  const back = await browser.open(pathOf(await idp.visit(url, person)));
  expect([back.status, back.headers.location]).toEqual([303, '/account/export']);
  expect((await browser.submit('/account/export', {})).headers.location).toBe('/account/export?notice=requested');
});

test('a person who changes their mind at the provider is told so', async () => {
  const browser = newBrowser();
  const { status, text } = await browser.open(pathOf(await idp.visit(await begin(browser), null)));
  expect([status, text]).toEqual([401, expect.stringContaining('did not confirm your identity')]);
});

test('no provider is offered on a host to which it would not send the browser back', async () => {
  expect((await new Browser(app).open('/sign-in')).text).not.toContain('Google');
});
