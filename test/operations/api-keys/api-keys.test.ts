import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newCreator } from '../../support/browser.ts';

let app: TestApp;
let creator: Awaited<ReturnType<typeof newCreator>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  creator = await newCreator(app);
});
afterAll(() => app.close());

const KEYS = 'tenants/api-keys/';
const create = (body: object) => creator.browser.call('post', KEYS, body);
const whoami = (secret: string) => app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${secret}`);
const usePlan = (plan: 'free' | 'pro') =>
  app.database.db.updateTable('platform_subscriptions').set({ plan_id: plan }).where('organisation_id', '=', creator.organisation.id).execute();

test('a new key works, and its secret is returned on creation but not in the list', async () => {
  const { body } = await expectStatus(201, create({ name: 'Importer', scopes: { courses: 'edit' } }));
  expect(body).toMatchObject({
    name: 'Importer',
    scopes: { courses: 'edit', chapters: 'none', lessons: 'none', org_settings: 'none' },
    expires_at: null,
    last_used_at: null,
  });
  expect(body.secret.startsWith(body.display_prefix)).toBe(true);
  expect((await whoami(body.secret)).body).toMatchObject({ key_name: 'Importer', scopes: body.scopes });
  const { secret, ...shown } = body;
  const list = await creator.browser.call('get', KEYS);
  expect(list.body).toMatchObject({ count: 1, results: [{ ...shown, last_used_at: expect.any(String) }] });
  expect(list.text).not.toContain(secret.slice(12));
});

test('a key created without scopes has none, its expiry must lie in the future, and it is rejected once expired', async () => {
  const expires_at = new Date(app.clock.now() + 60_000).toISOString();
  const { body } = await expectStatus(201, create({ name: 'Short', expires_at }));
  expect(body.expires_at).toBe(expires_at);
  expect((await whoami(body.secret)).body.scopes).toEqual({ courses: 'none', chapters: 'none', lessons: 'none', org_settings: 'none' });
  const past = await create({ name: 'Past', expires_at: new Date(app.clock.now()).toISOString() });
  expect([past.status, past.body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'expires_at', code: 'past' })]);
  for (const [time, code] of [
    ['2090-01-01T00:00:00+16:00', 'format'],
    ['9999-12-31T23:59:59-12:00', 'out_of_range'],
  ])
    expect(await create({ name: 'Odd', expires_at: time })).toMatchObject({ status: 400, body: { errors: [{ field: 'expires_at', code }] } });
  app.clock.advance(60_000);
  expect((await whoami(body.secret)).body.code).toBe('api_key_expired');
});

test('replacing the scopes of a key replaces all of them and takes effect on the next request', async () => {
  const { body } = await expectStatus(201, create({ name: 'Key', scopes: { courses: 'edit', lessons: 'view' } }));
  const replaced = await expectStatus(200, creator.browser.call('put', `${KEYS}${body.id}/scopes/`, { chapters: 'view' }));
  expect(replaced.body.scopes).toEqual({ courses: 'none', chapters: 'view', lessons: 'none', org_settings: 'none' });
  expect((await whoami(body.secret)).body.scopes).toEqual(replaced.body.scopes);
  const wrong = await creator.browser.call('put', `${KEYS}${body.id}/scopes/`, { courses: 'admin', billing: 'edit' });
  expect(wrong.body.errors.map((fault: { field: string }) => fault.field).sort()).toEqual(['billing', 'courses']);
});

test('a revoked key is rejected on the next request, disappears from the list and frees its name', async () => {
  const { body } = await expectStatus(201, create({ name: 'Key' }));
  expect((await create({ name: 'KEY' })).body).toMatchObject({ code: 'api_key_name_taken', api_key_id: body.id });
  await expectStatus(204, creator.browser.call('delete', `${KEYS}${body.id}/`));
  expect((await whoami(body.secret)).body.code).toBe('api_key_revoked');
  expect((await creator.browser.call('get', KEYS)).body.count).toBe(0);
  await expectStatus(404, creator.browser.call('delete', `${KEYS}${body.id}/`));
  await expectStatus(201, create({ name: 'Key' }));
});

test("the plan's limit on API keys holds even when keys are created concurrently", async () => {
  await usePlan('free');
  const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => create({ name: `Key ${number}` })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, ...Array(6).fill(403)]);
  expect(answers.find((answer) => answer.status === 403)?.body.code).toBe('api_key_limit');
  await usePlan('pro');
  await expectStatus(201, create({ name: 'One more' }));
});

test('a key of another organisation returns the same 404 as a key that does not exist', async () => {
  const { body } = await expectStatus(201, create({ name: 'Key' }));
  const neighbour = await newCreator(app);
  Object.assign(neighbour.browser.headers, { 'X-Request-Id': 'same' });
  const never = '01890000-0000-7000-8000-000000000000';
  for (const [method, tail, sent] of [
    ['delete', '', undefined],
    ['put', 'scopes/', {}],
  ] as const) {
    const foreign = await neighbour.browser.call(method, `${KEYS}${body.id}/${tail}`, sent);
    const missing = await neighbour.browser.call(method, `${KEYS}${never}/${tail}`, sent);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  }
  expect((await whoami(body.secret)).status).toBe(200);
});
