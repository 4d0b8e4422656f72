import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { expectStatus, newCreator, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org' }));
});
afterAll(() => app.close());

type Status = 'pending' | 'verified' | 'active' | 'failed';

/** The creator of two organisations, the first of which has a domain; the second is the one used last. */
async function twoOrganisations(status: Status) {
  const { browser, organisation: first } = await newCreator(app);
  const hostname = `d${randomUUID().slice(0, 8)}.example.com`;
  await expectStatus(200, browser.call('put', 'qa/me/domain-claim/', { hostname, status }));
  const subdomain = `org-${randomUUID().slice(0, 13)}`;
  const { body: second } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Second', subdomain }));
  const current = async (host: string) => {
    browser.headers.Host = host;
    return (await browser.call('get', 'tenants/config/')).body;
  };
  return { browser, first, second, hostname, current };
}

test.each(['verified', 'active'] as const)('a host that is a %s domain chooses its organisation, before X-Organisation', async (status) => {
  const { browser, first, second, hostname, current } = await twoOrganisations(status);
  browser.headers['X-Organisation'] = second.id;
  expect((await current(hostname)).id).toBe(first.id);
  expect((await current(`${hostname.toUpperCase()}.:8443`)).id).toBe(first.id);
  expect((await current('other.example.com')).id).toBe(second.id);
  expect((await current('learn.example.org')).id).toBe(second.id);
});

test.each(['pending', 'failed'] as const)('a host that is a %s domain chooses nothing', async (status) => {
  const { second, hostname, current } = await twoOrganisations(status);
  expect((await current(hostname)).id).toBe(second.id);
});

test("a stranger at an organisation's domain belongs to no organisation there, whatever else they name", async () => {
  const { hostname } = await twoOrganisations('active');
  const stranger = await newCreator(app);
  Object.assign(stranger.browser.headers, { Host: hostname, 'X-Organisation': stranger.organisation.id });
  expect((await stranger.browser.call('get', 'tenants/config/')).body.code).toBe('no_organisation');
});

test('membership is checked each time', async () => {
  const { browser, hostname, current } = await twoOrganisations('active');
  await current(hostname);
  await expectStatus(204, browser.call('delete', 'qa/me/org-membership/'));
  expect((await current(hostname)).code).toBe('no_organisation');
});

test('costs no statement more than another host', async () => {
  const { browser } = await newUser(app);
  const { hostname } = await twoOrganisations('active');
  const statements = async (host: string) => {
    browser.headers.Host = host;
    app.database.queries.count = 0;
    await expectStatus(200, browser.call('get', 'me/'));
    return app.database.queries.count;
  };
  const usual = await statements('learn.example.org');
  expect(await statements(hostname)).toBe(usual);
  expect(await statements('localhost')).toBe(usual);
});
