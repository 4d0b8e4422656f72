import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus, newCreator, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const entries = async ({ browser }: Awaited<ReturnType<typeof newCreator>>) =>
  (await browser.call('get', 'audit-log/')).body.results.map(({ action, before, after }: Record<string, unknown>) => [action, before, after]);

describe('the QA helper for subscriptions', () => {
  test('sets any plan and status, deletes the subscription and creates it again', async () => {
    const creator = await newCreator(app);
    const { browser } = creator;
    const { body: free } = await expectStatus(200, browser.call('get', 'qa/me/platform-subscription/'));
    expect(free).toMatchObject({ plan: { id: 'free' }, status: 'active' });
    const { body: pro } = await expectStatus(200, browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'pro', status: 'past_due' }));
    expect(pro).toMatchObject({ plan: { id: 'pro' }, status: 'past_due', created_at: free.created_at });
    expect((await browser.call('get', 'billing/subscription/')).body).toEqual(pro);
    await expectStatus(204, browser.call('delete', 'qa/me/platform-subscription/'));
    expect((await browser.call('get', 'qa/me/platform-subscription/')).status).toBe(404);
    expect((await browser.call('delete', 'qa/me/platform-subscription/')).status).toBe(404);
    await expectStatus(200, browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'starter', status: 'trialing' }));
    expect((await entries(creator)).slice(0, 3)).toEqual([
      ['subscription.created', null, { plan_id: 'starter', status: 'trialing' }],
      ['subscription.deleted', { plan_id: 'pro', status: 'past_due' }, null],
      ['subscription.updated', { plan_id: 'free', status: 'active' }, { plan_id: 'pro', status: 'past_due' }],
    ]);
  });

  test('audits two changes at once one after the other', async () => {
    const creator = await newCreator(app);
    const lock = `select from platform_subscriptions where organisation_id = '${creator.organisation.id}' for update`;
    const set = (plan_id: string) => () => expectStatus(200, creator.browser.call('put', 'qa/me/platform-subscription/', { plan_id, status: 'active' }));
    await atOnce(app, lock, [set('pro'), set('starter')]);
    const [second, first] = (await entries(creator)) as [unknown, unknown, unknown][];
    expect(second?.[1]).toEqual(first?.[2]);
  });

  test('rejects an unknown plan with an error on plan_id', async () => {
    const { browser } = await newCreator(app);
    const { status, body } = await browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'golden', status: 'active' });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'plan_id', code: 'unknown' })]]);
    expect((await browser.call('get', 'qa/me/platform-subscription/')).body).toMatchObject({ plan: { id: 'free' } });
  });

  test('makes API keys stop working while the subscription is canceled or deleted', async () => {
    const { browser } = await newCreator(app);
    const { body: key } = await browser.call('post', 'tenants/api-keys/', { name: 'Key' });
    const code = async () => (await app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`)).body.code;
    await browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'free', status: 'cancelled' });
    expect(await code()).toBe('subscription_inactive');
    await browser.call('delete', 'qa/me/platform-subscription/');
    expect(await code()).toBe('subscription_inactive');
    await browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'free', status: 'active' });
    expect(await code()).toBeUndefined();
  });
});

test('the QA helper removes the verification of an organisation, which is audited once and makes its API keys stop working', async () => {
  const creator = await newCreator(app);
  const { browser } = creator;
  const { body: key } = await browser.call('post', 'tenants/api-keys/', { name: 'Key' });
  await expectStatus(204, browser.call('delete', 'qa/me/org-verification/'));
  await expectStatus(204, browser.call('delete', 'qa/me/org-verification/'));
  expect((await app.http.get('/api/v1/agent/whoami/').set('Authorization', `Bearer ${key.secret}`)).body.code).toBe('org_unverified');
  expect((await browser.call('get', 'tenants/config/')).body.is_verified).toBe(false);
  const found = (await entries(creator)).filter(([action]: [string]) => action === 'organisation.updated');
  expect(found).toEqual([['organisation.updated', { is_verified: true }, { is_verified: false }]]);
});

test("the QA helper ends the caller's own membership, as a learner or as the owner", async () => {
  const creator = await newCreator(app);
  const learner = await newUser(app);
  const { body: code } = await creator.browser.call('get', 'tenants/join-code/');
  await expectStatus(200, learner.browser.call('patch', 'me/', { join_code: code.join_code }));
  await expectStatus(204, learner.browser.call('delete', 'qa/me/org-membership/'));
  expect((await learner.browser.call('delete', 'qa/me/org-membership/')).body.code).toBe('no_organisation');
  expect((await entries(creator))[0]).toEqual(['member.left', { role: 'learner' }, null]);
  await expectStatus(204, creator.browser.call('delete', 'qa/me/org-membership/'));
  expect((await creator.browser.call('get', 'me/')).body.memberships).toEqual([]);
});

test('concurrent requests to the QA helper end a membership only once', async () => {
  const creator = await newCreator(app);
  const answers = await Promise.all(Array.from({ length: 4 }, () => creator.browser.call('delete', 'qa/me/org-membership/')));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.every(({ status }) => [204, 403, 404].includes(status))).toBe(true);
});

describe('the QA helper for domain claims', () => {
  test.each([
    [{ status: 'pending' }, { status: 'pending', check_error: null, claim_expires_at: expect.any(String) }],
    [{ status: 'verified' }, { status: 'verified', check_error: null, claim_expires_at: null }],
    [{ status: 'active' }, { status: 'active', check_error: null, claim_expires_at: null }],
    [{ status: 'failed' }, { status: 'failed', check_error: 'claim_expired' }],
  ])('sets the state %j', async (state, expected) => {
    const creator = await newCreator(app);
    const hostname = `${creator.organisation.subdomain}.example.com`;
    const { body } = await expectStatus(200, creator.browser.call('put', 'qa/me/domain-claim/', { hostname: hostname.toUpperCase(), ...state }));
    expect(body).toMatchObject({ hostname, ...expected });
    expect((await creator.browser.call('get', 'tenants/domain/')).body).toEqual(body);
    expect((await entries(creator))[0]).toEqual(['domain.replaced', null, { hostname, status: state.status, check_error: body.check_error }]);
  });

  test('sets an expired claim, which fails at its next check', async () => {
    const { browser, organisation } = await newCreator(app);
    const hostname = `${organisation.subdomain}.example.com`;
    await expectStatus(200, browser.call('put', 'qa/me/domain-claim/', { hostname, status: 'pending', expired: true }));
    expect((await browser.call('post', 'tenants/domain/check/')).body).toMatchObject({ status: 'failed', check_error: 'claim_expired' });
  });

  test('rejects a domain that another organisation has verified, even with concurrent requests', async () => {
    const [one, two] = await Promise.all([newCreator(app), newCreator(app)]);
    const hostname = `${one.organisation.subdomain}.example.com`;
    const answers = await Promise.all([one, two].map(({ browser }) => browser.call('put', 'qa/me/domain-claim/', { hostname, status: 'active' })));
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'domain_taken']);
    const loser = answers[0]?.status === 200 ? two : one;
    expect((await loser.browser.call('put', 'qa/me/domain-claim/', { hostname, status: 'pending' })).body.code).toBe('domain_taken');
  });

  test('rejects an invalid hostname', async () => {
    const { browser } = await newCreator(app);
    const { status, body } = await browser.call('put', 'qa/me/domain-claim/', { hostname: 'example.com', status: 'active' });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'hostname', code: 'apex' })]]);
  });

  test('removes the domain', async () => {
    const creator = await newCreator(app);
    const { browser, organisation } = creator;
    expect((await browser.call('delete', 'qa/me/domain-claim/')).status).toBe(404);
    const hostname = `${organisation.subdomain}.example.com`;
    await browser.call('put', 'qa/me/domain-claim/', { hostname, status: 'active' });
    await expectStatus(204, browser.call('delete', 'qa/me/domain-claim/'));
    expect((await browser.call('get', 'tenants/domain/')).status).toBe(404);
    expect((await entries(creator))[0]).toEqual(['domain.removed', { hostname, status: 'active', check_error: null }, null]);
  });
});
