import { makeSetupLink } from '../../src/domain/identity/accounts/first-setup.ts';
import { startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { Browser, tokenOf } from '../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ isEmbedded: true }));
});
afterAll(() => app.close());

const FORM = { first: '1', organisation: 'Harbour Academy', name: 'Olga Owner', email: 'olga@example.org', password: 'a heron by the harbour' };

test('until the service is set up, its pages say how, lead there from its own machine, and take one form, which signs the owner in', async () => {
  const stranger = new Browser(app);
  for (const path of ['/', '/sign-in']) {
    const { text } = await stranger.open(path);
    expect(text).toContain('make setup-link');
    expect(text).not.toContain('href="/setup"');
  }
  expect((await stranger.open('/setup')).status).toBe(403);
  expect((await stranger.open('/setup?token=wrong')).status).toBe(410);
  expect((await stranger.submit('/setup', { ...FORM, subdomain: 'harbour' })).status).toBe(403);

  const here = new Browser(app);
  delete here.headers['X-Forwarded-For'];
  for (const path of ['/', '/sign-in']) expect((await here.open(path)).text).toContain('href="/setup"');
  expect((await here.open('/setup')).text).toContain('name="organisation"');

  const token = tokenOf((await makeSetupLink({ db: app.database.db, base: app.url })) ?? '');
  const { text, headers } = await stranger.open(`/setup?token=${token}`);
  expect(text).toContain(`name="token" value="${token}"`);
  expect(headers['referrer-policy']).toBe('no-referrer');
  const refused = await stranger.submit('/setup', { ...FORM, token, subdomain: 'admin' });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/id="subdomain-fault">This name is reserved/);
  expect(refused.text).toContain('value="Harbour Academy"');
  const done = await stranger.submit('/setup', { ...FORM, token, subdomain: 'harbour', timezone: 'Europe/Lisbon' });
  expect(done.headers.location).toBe('/account?organisation=harbour&notice=set_up');
  expect((await stranger.open('/account?organisation=harbour&notice=set_up')).text).toMatch(/Olga Owner.*<option value="Europe\/Lisbon" selected>/s);
  expect((await app.database.pool.query('select timezone from organisations')).rows).toEqual([{ timezone: 'Europe/Lisbon' }]);

  expect((await here.open('/')).text).not.toContain('href="/setup"');
  expect((await here.open('/setup')).headers.location).toBe('/sign-in?next=%2Fsetup');
  for (const browser of [here, new Browser(app)]) expect((await browser.open(`/setup?token=${token}`)).headers.location).toBe('/sign-in?notice=set_up');
  const late = await here.submit('/setup', { ...FORM, token, subdomain: 'harbour-2' });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('has already been set up')]);
});
