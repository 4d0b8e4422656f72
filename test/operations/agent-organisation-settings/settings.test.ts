import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const FULL = {
  name: 'Academy',
  description: 'We teach.',
  support_email: 'help@example.org',
  timezone: 'Asia/Kolkata',
  language: 'hi',
  currency: 'INR',
  website_url: 'https://example.org/',
  primary_color: '#0a0B0c',
  accent_color: '#ffffff',
  terms_url: 'https://example.org/terms',
  privacy_url: 'https://example.org/privacy',
  refund_policy_url: 'https://example.org/refunds',
  imprint_url: 'https://example.org/imprint',
};

test('every setting that is returned can be changed, and all other fields are ignored', async () => {
  expect(Object.keys((await org.call('get', 'org-settings/')).body).sort()).toEqual(Object.keys(FULL).sort());
  const { status, body } = await org.call('patch', 'org-settings/', FULL);
  expect([status, body]).toEqual([200, FULL]);
  expect((await org.call('get', 'org-settings/')).body).toEqual(FULL);
  const ignored = await org.call('patch', 'org-settings/', { subdomain: 'stolen', verified_at: null, id: 'x', plan: 'enterprise', accent_color: null });
  expect(ignored.body).toEqual({ ...FULL, accent_color: null });
  expect((await org.call('get', 'whoami/')).body.organisation.subdomain).toBe(org.subdomain);
});

test('a PATCH without known fields changes nothing and adds nothing to the audit log', async () => {
  const before = (await org.call('get', 'org-settings/')).body;
  expect((await org.call('patch', 'org-settings/')).body).toEqual(before);
  expect((await org.call('patch', 'org-settings/', { nonsense: 1 })).body).toEqual(before);
  expect(await app.database.db.selectFrom('audit_log').select('id').where('organisation_id', '=', org.id).execute()).toEqual([]);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: null }, 'name'],
  [{ support_email: 'nobody' }, 'support_email'],
  [{ timezone: '+01:00' }, 'timezone'],
  [{ timezone: 'Europe/Atlantis' }, 'timezone'],
  [{ language: 'x' }, 'language'],
  [{ currency: 'XXY' }, 'currency'],
  [{ currency: 'eur' }, 'currency'],
  [{ website_url: 'javascript:alert(1)' }, 'website_url'],
  [{ primary_color: 'red' }, 'primary_color'],
])('changing the settings to %j is rejected with an error on %s', async (body, field) => {
  const before = (await org.call('get', 'org-settings/')).body;
  const answer = await org.call('patch', 'org-settings/', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  expect((await org.call('get', 'org-settings/')).body).toEqual(before);
});
