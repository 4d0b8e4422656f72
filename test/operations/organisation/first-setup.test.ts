import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../../src/config.ts';
import { makeSetupLink } from '../../../src/domain/identity/accounts/first-setup.ts';
import { hashToken, newToken } from '../../../src/domain/identity/accounts/secrets.ts';
import { setUpAsConfigured } from '../../../src/first-setup.ts';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { AUDIT } from '../../support/audit.ts';
import { Browser, expectStatus, newCreator, newUser, tokenOf } from '../../support/browser.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ isEmbedded: true }));
  other = await startTestApp(withSettings({ isEmbedded: true }), { beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const tools = () => ({ db: app.database.db, base: app.url });
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

/** As after a first start. */
beforeEach(async () => {
  await query('delete from first_setup');
  await query('delete from setup_tokens');
});

/** Beside organisations of other tests, for which no link would be made. */
async function newToken24(hours = 24): Promise<string> {
  const token = newToken();
  await query(`insert into setup_tokens values ($1, now() + $2 * interval '1 hour')`, [hashToken(token), hours]);
  return token;
}

const input = (more: object = {}) => ({
  email: `${randomUUID()}@example.org`,
  password: 'a heron by the harbour',
  name: 'Olga Owner',
  organisation: 'Harbour Academy',
  subdomain: `org-${randomUUID().slice(0, 13)}`,
  ...more,
});

const setUp = (browser: Browser, body: object) => browser.call('post', 'setup/', body);

function atOwnMachine(at: TestApp): Browser {
  const browser = new Browser(at);
  delete browser.headers['X-Forwarded-For'];
  return browser;
}

test('on an empty database, the link and the machine itself are open, and nobody else, until one of them is used', async () => {
  const first = await startTestApp(withSettings({ isEmbedded: true }));
  const second = await startTestApp(withSettings({ isEmbedded: true }), { beside: first });
  const empty = { db: first.database.db, base: first.url };
  const token = tokenOf((await makeSetupLink(empty)) ?? '');
  const state = async (browser: Browser, search = '') => (await browser.call('get', `setup/${search}`)).body;
  expect(await state(new Browser(first))).toEqual({ is_needed: true, is_open: false });
  expect(await state(new Browser(first), '?token=wrong')).toEqual({ is_needed: true, is_open: false });
  expect(await state(new Browser(second), `?token=${token}`)).toEqual({ is_needed: true, is_open: true });
  expect(await state(atOwnMachine(first))).toEqual({ is_needed: true, is_open: true });
  await expectStatus(201, setUp(atOwnMachine(first), input()));
  expect(await state(new Browser(second), `?token=${token}`)).toEqual({ is_needed: false, is_open: false });
  expect((await setUp(atOwnMachine(second), input())).body.code).toBe('already_set_up');
  expect(await makeSetupLink(empty)).toBeNull();
  await second.close();
  await first.close();
});

test('the first owner is signed in, verified without a mail, and owns a verified organisation, which the audit log says', async () => {
  const browser = new Browser(app);
  const sent = input({ token: await newToken24(), language: 'de', timezone: 'Europe/Berlin', currency: 'EUR' });
  const { body } = await expectStatus(201, setUp(browser, sent));
  expect(body).toMatchObject({ subdomain: sent.subdomain, is_verified: true, language: 'de', timezone: 'Europe/Berlin', currency: 'EUR' });
  const { body: me } = await expectStatus(200, browser.call('get', 'me/'));
  expect(me).toMatchObject({ email: sent.email, name: 'Olga Owner', email_verified: true, current_organisation: { id: body.id } });
  expect(await app.mailbox.read(sent.email)).toEqual([]);
  const { rows } = await query(`select actor_id, action from ${AUDIT} where organisation_id = $1`, [body.id]);
  expect(rows).toEqual([{ actor_id: me.id, action: 'organisation.created' }]);
  await expectStatus(200, new Browser(other).call('post', 'auth/login/', { email: sent.email, password: sent.password }));
});

test('of fifty who use the links of two processes at once, one becomes the owner, and nothing of the others is left', async () => {
  const tokens = [await newToken24(), await newToken24()];
  const sent = Array.from({ length: 50 }, (_, index) => input({ token: tokens[index % 2] }));
  const answers = await Promise.all(sent.map((body, index) => setUp(new Browser(index % 2 ? app : other), body)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(new Set(answers.filter((answer) => !made.includes(answer)).map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['409 already_set_up']),
  );
  const { rows } = await query('select count(*)::int as users from users where email = any($1)', [sent.map(({ email }) => email)]);
  expect(rows).toEqual([{ users: 1 }]);
});

test('a token that is missing, wrong or expired makes nothing, and says which it is', async () => {
  const expired = await newToken24(-1);
  const fault = async (token?: string) => (await expectStatus(400, setUp(new Browser(app), input({ token })))).body.errors;
  expect(await fault()).toEqual([{ field: 'token', code: 'required', message: expect.any(String) }]);
  for (const token of [expired, 'wrong']) expect(await fault(token)).toEqual([{ field: 'token', code: 'invalid', message: expect.any(String) }]);
});

test('bad input uses nothing up: the same link works when it is corrected, and then never again', async () => {
  const token = await newToken24();
  const browser = new Browser(app);
  const { email: taken } = await newUser(app);
  for (const [wrong, field, code] of [
    [{ subdomain: 'admin' }, 'subdomain', 'reserved'],
    [{ password: 'password1' }, 'password', 'common'],
    [{ timezone: 'Europe/Atlantis' }, 'timezone', 'unknown'],
    [{ email: taken }, 'email', 'taken'],
  ] as const) {
    const { body } = await expectStatus(400, setUp(browser, input({ token, ...wrong })));
    expect(body.errors).toEqual([expect.objectContaining({ field, code })]);
  }
  await expectStatus(201, setUp(browser, input({ token })));
  expect((await expectStatus(409, setUp(browser, input({ token })))).body.code).toBe('already_set_up');
});

test('an account that somebody has made with the address without a proof becomes that of the owner, and its password is worth nothing', async () => {
  const squatter = await newUser(app, { verified: false });
  await expectStatus(201, setUp(new Browser(app), input({ token: await newToken24(), email: squatter.email })));
  expect((await squatter.browser.call('get', 'me/')).status).toBe(401);
  expect((await new Browser(app).call('post', 'auth/login/', { email: squatter.email, password: squatter.password })).status).toBe(401);
});

test('a link works although a stranger has set up an organisation before, but then the machine alone is no proof', async () => {
  await newCreator(app);
  expect((await setUp(atOwnMachine(app), input())).body.code).toBe('already_set_up');
  await expectStatus(201, setUp(new Browser(app), input({ token: await newToken24() })));
});

test('a form that comes from another site sets nothing up', async () => {
  const browser = atOwnMachine(app);
  browser.headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  expect((await setUp(browser, input({ token: await newToken24() }))).body.code).toBe('csrf_failed');
});

test('settings name what is wrong with them without the password, and change nothing where an organisation exists', async () => {
  await newCreator(app);
  await setUpAsConfigured(tools(), input());
  expect((await query('select from first_setup')).rowCount).toBe(0);
  const refused = setUpAsConfigured(tools(), { ...input(), password: 'short', subdomain: 'Harbour!' });
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(/^SETUP_PASSWORD: .*\nerror: SETUP_SUBDOMAIN: /);
  await expect(refused).rejects.not.toThrow(/short/);
});

test('an address whose account already owns as many organisations as one can is refused, and the link goes on working', async () => {
  const { id, email } = await newUser(app, { verified: false });
  const subdomain = randomUUID().slice(0, 13);
  await query(`insert into organisations (id, name, subdomain, created_by) select gen_random_uuid(), 'O', $2 || n, $1 from generate_series(1, 10) n`, [
    id,
    `o${subdomain}`,
  ]);
  const token = await newToken24();
  const refused = await setUp(new Browser(app), input({ email, token }));
  expect([refused.status, refused.body.code]).toEqual([409, 'organisation_limit']);
  await expectStatus(201, setUp(new Browser(app), input({ token })));
});

test('an account that an organisation made is its person’s own once they have set up the service', async () => {
  const { organisation } = await newCreator(app);
  const { id, email } = await newUser(app, { verified: false });
  await query('update users set made_by_organisation_id = $2, personal_since = null where id = $1', [id, organisation.id]);
  const answer = await setUp(new Browser(app), input({ email, token: await newToken24() }));
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
});
