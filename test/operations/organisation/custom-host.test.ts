import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { expectStatus, newCreator, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org' }));
});
afterAll(() => app.close());

type Status = 'pending' | 'verified' | 'active' | 'failed';

/** Creates a user with two organisations: the first has a domain, and the second was used last. */
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

test.each(['verified', 'active'] as const)('a host that is a %s domain selects its organisation, regardless of X-Organisation', async (status) => {
  const { browser, first, second, hostname, current } = await twoOrganisations(status);
  browser.headers['X-Organisation'] = second.id;
  expect((await current(hostname)).id).toBe(first.id);
  expect((await current(`${hostname.toUpperCase()}.:8443`)).id).toBe(first.id);
  expect((await current('other.example.com')).id).toBe(second.id);
  expect((await current('learn.example.org')).id).toBe(second.id);
});

test.each(['pending', 'failed'] as const)('a host that is a %s domain selects no organisation', async (status) => {
  const { second, hostname, current } = await twoOrganisations(status);
  expect((await current(hostname)).id).toBe(second.id);
});

test("a visitor at an organisation's domain has no organisation there, even if X-Organisation names their own", async () => {
  const { hostname } = await twoOrganisations('active');
  const stranger = await newCreator(app);
  Object.assign(stranger.browser.headers, { Host: hostname, 'X-Organisation': stranger.organisation.id });
  expect((await stranger.browser.call('get', 'me/enrollments/')).body.code).toBe('no_organisation');
});

test('a custom domain requires membership on every request', async () => {
  const { browser, hostname, current } = await twoOrganisations('active');
  expect((await current(hostname)).view).toBe('member');
  await expectStatus(204, browser.call('delete', 'qa/me/org-membership/'));
  expect((await current(hostname)).view).toBe('public');
});

test('a request to a custom domain takes no more queries than one to another host', async () => {
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
