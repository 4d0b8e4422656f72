import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const codeOf = async (browser: Browser): Promise<string> => (await expectStatus(200, browser.call('get', 'tenants/join-code/'))).body.join_code;
const join = (browser: Browser, join_code: string) => browser.call('patch', 'me/', { join_code });
const rolesOf = async (browser: Browser) =>
  (await browser.call('get', 'me/')).body.memberships.map(({ organisation, role }: { organisation: { id: string }; role: string }) => [organisation.id, role]);
const entries = async (browser: Browser, action: string) => (await browser.call('get', `audit-log/?action=${action}`)).body.results;

/** Limits the plan of the organisation to this many learners. */
async function limitLearners(organisationId: string, room: number | null): Promise<void> {
  const plan = `p_${randomUUID().slice(0, 8)}`;
  await app.database.pool.query(`insert into plans (id, name, course_limit, learner_limit, position) values ($1, 'Small', 1, $2, 99)`, [plan, room]);
  await app.database.pool.query('update platform_subscriptions set plan_id = $1 where organisation_id = $2', [plan, organisationId]);
}

/** Signs up with the code and verifies the email address. */
async function signUpWith(join_code: string): Promise<Browser> {
  const browser = new Browser(app);
  const email = `${randomUUID()}@example.org`;
  await expectStatus(202, browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Learner', join_code }));
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  expect(await rolesOf(browser)).toEqual([]);
  const [mail] = await app.mailbox.read(email);
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token: tokenOf(mail?.text) }));
  return browser;
}

describe('the join code', () => {
  test('is created on the first request, and only once even with concurrent requests', async () => {
    const { browser, organisation } = await newCreator(app);
    const row = `select from organisations where id = '${organisation.id}' for update`;
    const answers = await atOnce(
      app,
      row,
      Array.from({ length: 4 }, () => () => browser.call('get', 'tenants/join-code/')),
    );
    const [first] = answers.map(({ body }) => body);
    expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(first));
    expect(first).toEqual({
      join_code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      join_url: `${app.url}/join?code=${first.join_code}&organisation=${organisation.subdomain}`,
    });
    expect(await entries(browser, 'join_code')).toMatchObject([{ action: 'join_code.created', object_id: organisation.id }]);
  });

  test('stops working when it is rotated, while those who joined by it stay, and never appears in the audit log', async () => {
    const { browser, organisation } = await newCreator(app);
    const old = await codeOf(browser);
    const learner = await newUser(app);
    await expectStatus(200, join(learner.browser, old));
    const { body } = await expectStatus(200, browser.call('post', 'tenants/join-code/'));
    expect(body.join_code).not.toBe(old);
    expect(await codeOf(browser)).toBe(body.join_code);
    const late = await newUser(app);
    expect((await join(late.browser, old)).body.errors).toEqual([expect.objectContaining({ field: 'join_code', code: 'unknown' })]);
    expect(await rolesOf(learner.browser)).toEqual([[organisation.id, 'learner']]);
    const log = JSON.stringify(await entries(browser, 'join_code'));
    expect(log).toContain('join_code.rotated');
    expect([old, body.join_code].filter((code) => log.includes(code))).toEqual([]);
  });

  test("has a URL on the organisation's subdomain, or on its custom domain while that is active", async () => {
    const own = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org:8443' }));
    try {
      const { browser, organisation } = await newCreator(own);
      const url = async () => new URL((await browser.call('get', 'tenants/join-code/')).body.join_url);
      expect((await url()).origin).toBe(`http://${organisation.subdomain}.learn.example.org:8443`);
      await expectStatus(200, browser.call('put', 'qa/me/domain-claim/', { hostname: 'kurse.example.com', status: 'verified' }));
      expect((await url()).hostname).toBe(`${organisation.subdomain}.learn.example.org`);
      await expectStatus(200, browser.call('put', 'qa/me/domain-claim/', { hostname: 'kurse.example.com', status: 'active' }));
      expect((await url()).origin).toBe('https://kurse.example.com');
    } finally {
      await own.close();
    }
  });
});

describe('joining by join code', () => {
  test('makes the user a learner only once, however the code is written', async () => {
    const { browser, organisation } = await newCreator(app);
    const code = await codeOf(browser);
    const learner = await newUser(app);
    const { body } = await expectStatus(200, join(learner.browser, `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()));
    expect(body.memberships).toMatchObject([{ organisation: { id: organisation.id }, role: 'learner' }]);
    await Promise.all([join(learner.browser, code), join(learner.browser, code)]);
    const { id } = body;
    expect(await entries(browser, 'member')).toMatchObject([
      { action: 'member.joined', actor_id: id, object_id: id, before: null, after: { role: 'learner' } },
    ]);
  });

  test('leaves the role of an owner unchanged, even if the plan allows no learners', async () => {
    const { browser, organisation } = await newCreator(app);
    await limitLearners(organisation.id, 0);
    await expectStatus(200, join(browser, await codeOf(browser)));
    expect(await rolesOf(browser)).toEqual([[organisation.id, 'owner']]);
  });

  test('admits no more learners than the plan allows, even concurrently, and changes nothing for those who are rejected', async () => {
    const { browser, organisation } = await newCreator(app);
    await limitLearners(organisation.id, 2);
    const code = await codeOf(browser);
    const learners = await Promise.all(Array.from({ length: 5 }, () => newUser(app)));
    const answers = await atOnce(
      app,
      'lock table memberships in share row exclusive mode',
      learners.map((learner) => () => learner.browser.call('patch', 'me/', { name: 'Renamed', join_code: code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403, 403]);
    const refused = answers.findIndex(({ status }) => status === 403);
    expect(answers[refused]?.body.code).toBe('learner_limit');
    expect((await learners[refused]?.browser.call('get', 'me/'))?.body).toMatchObject({ name: 'Test user', memberships: [] });
    const member = learners[answers.findIndex(({ status }) => status === 200)];
    await expectStatus(200, join(member?.browser as Browser, code));
  });

  test('several times concurrently takes only one seat per learner', async () => {
    const { browser, organisation } = await newCreator(app);
    await limitLearners(organisation.id, 1);
    const code = await codeOf(browser);
    const learner = await newUser(app);
    const answers = await atOnce(
      app,
      'lock table memberships in share row exclusive mode',
      [1, 2, 3].map(() => () => join(learner.browser, code)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('is rejected if the organisation has no subscription', async () => {
    const { browser } = await newCreator(app);
    const code = await codeOf(browser);
    await expectStatus(204, browser.call('delete', 'qa/me/platform-subscription/'));
    expect((await join((await newUser(app)).browser, code)).body.code).toBe('learner_limit');
  });

  test('reports an unknown code together with every other error', async () => {
    const { browser } = await newUser(app);
    const { status, body } = await browser.call('patch', 'me/', { join_code: 'AAAAAAAA', timezone: 'Mars/Base' });
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'timezone', code: 'unknown' }), expect.objectContaining({ field: 'join_code', code: 'unknown' })],
    ]);
  });

  test('allows twenty unknown codes an hour', async () => {
    const { browser } = await newUser(app);
    for (let number = 0; number < 40; number++) expect((await join(browser, 'AAAAAAAA')).status).toBe(400);
    expect((await join(browser, 'AAAAAAAA')).status).toBe(429);
    expect((await browser.call('patch', 'me/', { name: 'Still me' })).status).toBe(200);
  });
});

describe('signing up with a join code', () => {
  test('joins the organisation when the email address is verified and not before', async () => {
    const { browser, organisation } = await newCreator(app);
    const learner = await signUpWith(await codeOf(browser));
    expect(await rolesOf(learner)).toEqual([[organisation.id, 'learner']]);
    const { id } = (await learner.call('get', 'me/')).body;
    expect(await entries(browser, 'member')).toMatchObject([{ action: 'member.joined', actor_id: id, actor_name: 'Learner', request_id: expect.any(String) }]);
  });

  test('verifies the email address but joins nothing if the plan is full by then', async () => {
    const { browser, organisation } = await newCreator(app);
    await limitLearners(organisation.id, 0);
    const learner = await signUpWith(await codeOf(browser));
    expect((await learner.call('get', 'me/')).body).toMatchObject({ email_verified: true, memberships: [] });
  });

  test('is rejected immediately if the code is unknown, whether or not the email address has an account', async () => {
    const { email } = await newUser(app);
    const browser = new Browser(app);
    browser.headers['X-Request-Id'] = 'same';
    const [known, unknown] = await Promise.all(
      [email, `${randomUUID()}@example.org`].map((address) =>
        browser.call('post', 'auth/signup/', { email: address, password: PASSWORD, name: 'N', join_code: 'AAAAAAAA' }),
      ),
    );
    expect([known?.status, known?.body.errors]).toEqual([400, [expect.objectContaining({ field: 'join_code', code: 'unknown' })]]);
    expect(unknown?.text).toBe(known?.text);
    expect(await app.mailbox.read(email)).toEqual([]);
  });

  test('does not add an existing account to the organisation', async () => {
    const { browser } = await newCreator(app);
    const user = await newUser(app);
    await expectStatus(
      202,
      new Browser(app).call('post', 'auth/signup/', { email: user.email, password: PASSWORD, name: 'N', join_code: await codeOf(browser) }),
    );
    await app.mailbox.read(user.email);
    expect(await rolesOf(user.browser)).toEqual([]);
  });
});
