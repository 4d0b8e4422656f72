import { Secret, TOTP } from 'otpauth';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a creator signs up, sets up an organisation and a second factor, and creates an API key that works until it is revoked', async () => {
  const { email, browser } = await newUser(app);
  const setUp = await expectStatus(
    201,
    browser.call('post', 'tenants/setup/', { name: 'Night school', subdomain: 'night-school', currency: 'EUR', timezone: 'Europe/Lisbon' }),
  );
  expect(setUp.body).toMatchObject({ name: 'Night school', is_verified: true });
  expect((await browser.call('get', 'me/')).body).toMatchObject({
    email,
    email_verified: true,
    current_organisation: { subdomain: 'night-school' },
    memberships: [{ role: 'owner' }],
  });

  const { body: enrollment } = await expectStatus(200, browser.call('post', 'me/totp/enable/start/'));
  const totp = new TOTP({ secret: Secret.fromBase32(enrollment.secret) });
  const code = () => totp.generate({ timestamp: app.clock.now() });
  const { body: enabled } = await expectStatus(200, browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  expect(enabled.backup_codes).toHaveLength(10);

  const second = new Browser(app);
  const half = await expectStatus(200, second.call('post', 'auth/login/', { email, password: PASSWORD }));
  expect(half.body).toEqual({ status: 'second_factor_required', methods: ['totp', 'backup_code'] });
  expect((await second.call('get', 'me/')).body.code).toBe('second_factor_required');
  expect((await second.call('post', 'auth/login/totp/', { code: code() })).body.code).toBe('invalid_code');
  app.clock.advance(30_000);
  await expectStatus(200, second.call('post', 'auth/login/totp/', { code: code() }));

  const { body: key } = await expectStatus(201, second.call('post', 'tenants/api-keys/', { name: 'Importer', scopes: { courses: 'edit' } }));
  const agent = (method: 'get' | 'post') => app.http[method]('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`);
  expect((await agent('post').send({ title: 'Bookkeeping' })).body).toMatchObject({ timezone: 'Europe/Lisbon' });

  const changes = (await second.call('get', 'audit-log/')).body.results;
  expect(changes.map((change: { action: string; actor_name: string }) => [change.action, change.actor_name])).toEqual([
    ['course.created', 'Importer'],
    ['api_key.created', 'Test user'],
    ['organisation.created', 'Test user'],
  ]);
  expect(JSON.stringify(changes)).not.toContain(key.secret);

  await expectStatus(204, second.call('delete', `tenants/api-keys/${key.id}/`));
  const refused = await agent('get');
  expect([refused.status, refused.body.code]).toEqual([401, 'api_key_revoked']);
});
