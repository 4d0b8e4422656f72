import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { expectStatus, newCreator, newUser, tokenOf } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const free = () => `org-${randomUUID().slice(0, 13)}`;

describe('setting up an organisation', () => {
  test('creates it on the free plan and makes it current in the session', async () => {
    const { browser } = await newUser(app);
    const subdomain = free();
    const { body } = await expectStatus(
      201,
      browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain, language: 'pt-br', currency: 'BRL', timezone: 'America/Recife' }),
    );
    expect(body).toMatchObject({ name: 'Academy', subdomain, language: 'pt-BR', currency: 'BRL', timezone: 'America/Recife', is_verified: true });
    expect((await browser.call('get', 'tenants/config/')).body).toEqual(body);
    expect((await browser.call('get', 'billing/subscription/')).body).toMatchObject({
      plan: { id: 'free', course_limit: 3, api_key_limit: 2 },
      status: 'active',
    });
  });

  test('as an unverified user leaves it unverified until the user is verified', async () => {
    const { email, browser } = await newUser(app, { verified: false });
    const { body } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: free() }));
    expect(body.is_verified).toBe(false);
    const { body: key } = await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name: 'Key' }));
    const whoami = () => app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`);
    expect((await whoami()).body.code).toBe('org_unverified');
    await expectStatus(202, browser.call('post', 'auth/resend-verification/', { email }));
    const [mail] = await app.mailbox.read(email);
    await expectStatus(204, browser.call('post', 'auth/verify-email/', { token: tokenOf(mail?.text) }));
    expect((await whoami()).status).toBe(200);
    const { body: log } = await browser.call('get', 'audit-log/?action=organisation.updated');
    const change = { actor_type: 'user', actor_name: 'Test user', object_id: body.id, before: { is_verified: false }, after: { is_verified: true } };
    expect(log.results).toEqual([expect.objectContaining(change)]);
  });

  test.each([
    [{ subdomain: 'www' }, 'subdomain', 'reserved'],
    [{ subdomain: 'xn--80ak6aa92e' }, 'subdomain', 'reserved'],
    [{ subdomain: 'ab' }, 'subdomain', 'too_short'],
    [{ subdomain: '-abc' }, 'subdomain', 'format'],
    [{ subdomain: 'Upper' }, 'subdomain', 'format'],
    [{ timezone: 'Mars/Base' }, 'timezone', 'unknown'],
    // Intl knows these, but not the IANA time zone database that PostgreSQL reads.
    [{ timezone: 'PST' }, 'timezone', 'unknown'],
    [{ timezone: 'SystemV/AST4' }, 'timezone', 'unknown'],
    [{ currency: 'XXY' }, 'currency', 'unknown'],
    [{ plan: 'enterprise' }, 'plan', 'unknown_field'],
  ])('with %j is rejected with an error on %s', async (change, field, code) => {
    const { browser } = await newUser(app);
    const { status, body } = await browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: free(), ...change });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });

  test('concurrently with one subdomain succeeds only once', async () => {
    const subdomain = free();
    const users = await Promise.all(Array.from({ length: 4 }, () => newUser(app)));
    const answers = await Promise.all(users.map(({ browser }) => browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.errors[0]).toMatchObject({ field: 'subdomain', code: 'taken' });
  });

  test('is limited to ten organisations per user, even with concurrent requests', async () => {
    const { browser } = await newUser(app);
    const answers = await Promise.all(Array.from({ length: 12 }, () => browser.call('post', 'tenants/setup/', { name: 'Academy', subdomain: free() })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('organisation_limit');
  });
});

describe('the organisation of a request', () => {
  test('is the one that X-Organisation names by ID or subdomain, or else the one used last', async () => {
    const { browser, organisation: first } = await newCreator(app);
    const { body: second } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Second', subdomain: free() }));
    const current = async (named?: string) => {
      if (named) browser.headers['X-Organisation'] = named;
      else delete browser.headers['X-Organisation'];
      return (await browser.call('get', 'tenants/config/')).body.id;
    };
    expect(await current()).toBe(second.id);
    expect(await current(first.subdomain.toUpperCase())).toBe(first.id);
    expect(await current()).toBe(first.id);
    expect(await current(second.id)).toBe(second.id);
  });

  test("is none once the user's membership has ended", async () => {
    const { browser, organisation } = await newCreator(app);
    await app.database.db.deleteFrom('memberships').where('organisation_id', '=', organisation.id).execute();
    expect((await browser.call('get', 'tenants/subdomain/')).body.code).toBe('no_organisation');
    expect((await browser.call('get', 'me/')).body.current_organisation).toBeNull();
  });

  test('is the one whose subdomain is the host, whatever X-Organisation names', async () => {
    const own = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org' }));
    const { browser, organisation } = await newCreator(own);
    const { body: second } = await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'Second', subdomain: free() }));
    browser.headers.Host = `${organisation.subdomain}.learn.example.org`;
    browser.headers['X-Organisation'] = second.id;
    expect((await browser.call('get', 'tenants/config/')).body.id).toBe(organisation.id);
    await own.close();
  });
});

test('a subdomain can be changed unless it is taken, and the old subdomain becomes free', async () => {
  const { browser, organisation } = await newCreator(app);
  const neighbour = await newCreator(app);
  expect((await browser.call('get', 'tenants/subdomain/')).body).toEqual({ subdomain: organisation.subdomain });
  expect((await browser.call('patch', 'tenants/subdomain/', { subdomain: neighbour.organisation.subdomain })).body.errors[0]).toMatchObject({
    field: 'subdomain',
    code: 'taken',
  });
  const subdomain = free();
  expect((await browser.call('patch', 'tenants/subdomain/', { subdomain })).body).toEqual({ subdomain });
  await expectStatus(200, neighbour.browser.call('patch', 'tenants/subdomain/', { subdomain: organisation.subdomain }));
});
