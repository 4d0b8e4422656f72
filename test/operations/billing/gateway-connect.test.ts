import { systemClock } from '../../../src/platform/clock/clock.ts';
import { stripePayments } from '../../../src/platform/payments/stripe.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, newCreator, proveAgain } from '../../support/browser.ts';
import { peerSettings, type StripeObject, type StripePeer, startStripePeer } from '../../support/stripe-peer.ts';

const PATH = 'billing/gateway-connect/';
type Creator = Awaited<ReturnType<typeof newCreator>>;

const becomeCreator = (app: TestApp, { organisation }: Creator) =>
  app.database.pool.query(`update memberships set role = 'creator' where organisation_id = $1`, [organisation.id]);

const auditOf = async (app: TestApp, { organisation }: Creator): Promise<string[]> => {
  const { rows } = await app.database.pool.query(`select action from audit_log where organisation_id = $1 and action like 'gateway.%' order by id`, [
    organisation.id,
  ]);
  return rows.map(({ action }) => action);
};

const NOTHING = {
  charges_enabled: false,
  payouts_enabled: false,
  missing: [],
  missing_until: null,
  balance: [],
  payouts: [],
};

describe('with the sandbox,', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const answer = (url: string, outcome: string) => app.http.post(new URL(url).pathname).type('form').send({ outcome });

  test('an owner connects the organisation, answers the questions on the page of the sandbox, and can be paid', async () => {
    const owner = await newCreator(app);
    const read = async () => (await expectStatus(200, owner.browser.call('get', PATH))).body;
    expect(await read()).toEqual({ gateway: 'sandbox', livemode: false, state: 'not_connected', ...NOTHING });
    const { body: link } = await expectStatus(200, owner.browser.call('post', PATH));
    expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/onboarding\/link_[\w-]{32}$/);
    expect(await read()).toMatchObject({ state: 'onboarding', missing: ['business_type', 'external_account'] });
    const page = await app.http.get(new URL(link.url).pathname).set('Accept-Language', 'de');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Es fließt kein Geld')]);
    for (const [outcome, state, charges_enabled, payouts_enabled] of [
      ['requirements_due', 'requirements_due', false, false],
      ['payouts_disabled', 'payouts_disabled', true, false],
      ['rejected', 'rejected', false, false],
      ['active', 'active', true, true],
    ] as const) {
      const { status, text } = await answer(link.url, outcome);
      expect([status, text]).toEqual([200, expect.stringContaining('/settings/payments?organisation=')]);
      expect(await read()).toMatchObject({ state, charges_enabled, payouts_enabled });
    }
    expect(await auditOf(app, owner)).toEqual(['gateway.connected']);
  });

  test('fifty requests at once connect the organisation once', async () => {
    const owner = await newCreator(app);
    await Promise.all(Array.from({ length: 50 }, () => expectStatus(200, owner.browser.call('post', PATH))));
    expect(await auditOf(app, owner)).toEqual(['gateway.connected']);
    const { rows } = await app.database.pool.query('select count(*)::int as count from gateway_accounts where organisation_id = $1', [owner.organisation.id]);
    expect(rows[0].count).toBe(1);
  });

  test('an organisation that is connected and disconnected at the same time is one of both, and no request fails', async () => {
    const owner = await newCreator(app);
    const requests = Array.from({ length: 30 }, (_, n) => (n % 3 ? owner.browser.call('post', PATH) : owner.browser.call('delete', 'qa/me/gateway-connect/')));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
  });

  test('a link that is over, was never made or gets no known answer changes nothing', async () => {
    const owner = await newCreator(app);
    const { body: link } = await expectStatus(200, owner.browser.call('post', PATH));
    expect((await answer(link.url, 'everything')).status).toBe(404);
    expect((await app.http.get('/sandbox/onboarding/link_x')).status).toBe(404);
    expect((await answer(`${app.url}/sandbox/onboarding/acct_x`, 'active')).status).toBe(404);
    app.clock.advance(10 * 60_000);
    expect((await app.http.get(new URL(link.url).pathname)).status).toBe(404);
    expect((await answer(link.url, 'active')).status).toBe(404);
    expect((await owner.browser.call('get', PATH)).body.state).toBe('onboarding');
    await proveAgain(owner);
    const { body: another } = await expectStatus(200, owner.browser.call('post', `${PATH}refresh/`));
    expect((await answer(another.url, 'active')).status).toBe(200);
  });

  test('staff who are not owners see the connection and cannot change it', async () => {
    const owner = await newCreator(app);
    await expectStatus(200, owner.browser.call('post', PATH));
    await becomeCreator(app, owner);
    expect((await owner.browser.call('get', PATH)).body.state).toBe('onboarding');
    for (const path of [PATH, `${PATH}refresh/`])
      expect(await owner.browser.call('post', path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  test('the QA helper disconnects the organisation, which can then be connected with another account', async () => {
    const owner = await newCreator(app);
    expect(await owner.browser.call('delete', 'qa/me/gateway-connect/')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await owner.browser.call('post', `${PATH}refresh/`)).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } });
    await expectStatus(200, owner.browser.call('post', PATH));
    await expectStatus(204, owner.browser.call('delete', 'qa/me/gateway-connect/'));
    expect((await owner.browser.call('get', PATH)).body.state).toBe('disconnected');
    expect(await owner.browser.call('post', `${PATH}refresh/`)).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } });
    await expectStatus(200, owner.browser.call('post', PATH));
    expect((await owner.browser.call('get', PATH)).body.state).toBe('onboarding');
    expect(await auditOf(app, owner)).toEqual(['gateway.connected', 'gateway.disconnected', 'gateway.connected']);
  });
});

describe('with Stripe,', () => {
  let app: TestApp;
  let peer: StripePeer;
  beforeAll(async () => {
    peer = await startStripePeer();
    app = await startTestApp(withPorts({ payments: stripePayments(peerSettings(peer), systemClock, { timeoutMs: 2000, retries: 0 }) }));
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(() => {
    peer.requests.length = 0;
    peer.failures.length = 0;
  });

  async function connected(): Promise<{ owner: Creator; account: StripeObject; url: string }> {
    const owner = await newCreator(app);
    const { body } = await expectStatus(200, owner.browser.call('post', PATH));
    const id = new URL(body.url).pathname.split('/')[1] as string;
    return { owner, account: peer.objects.get(id) as StripeObject, url: body.url };
  }
  const stateOf = async ({ browser }: Creator) => (await expectStatus(200, browser.call('get', PATH))).body;

  test('every request names the pinned version, and the link leads back to the settings of the organisation', async () => {
    const { account } = await connected();
    expect(new Set(peer.requests.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']));
    expect(account).toMatchObject({ type: 'standard', business_profile: { name: 'Academy' } });
    const { params } = peer.requests.find(({ path }) => path === '/v1/account_links') as { params: StripeObject };
    expect(params).toMatchObject({ account: account.id, type: 'account_onboarding', return_url: params.refresh_url });
    expect(params.return_url).toMatch(new RegExp(`^${app.url}/settings/payments\\?organisation=`));
  });

  test('the connection shows what the gateway reports: the state, what is missing, the balance and the last ten payouts', async () => {
    const { owner, account } = await connected();
    expect(await stateOf(owner)).toMatchObject({ gateway: 'stripe', livemode: false, state: 'onboarding' });
    Object.assign(account, { details_submitted: true, charges_enabled: true });
    Object.assign(account.requirements, { currently_due: ['external_account'], past_due: ['external_account'], current_deadline: 1_800_000_000 });
    expect(await stateOf(owner)).toMatchObject({ state: 'payouts_disabled', missing: ['external_account'], missing_until: '2027-01-15T08:00:00.000Z' });
    Object.assign(account, { payouts_enabled: true });
    peer.objects.set(`${account.id} balance`, {
      available: [
        { amount: 300, currency: 'usd' },
        { amount: 1200, currency: 'isk' },
      ],
      pending: [{ amount: 45, currency: 'usd' }],
    });
    for (let day = 1; day <= 11; day++)
      peer.objects.set(`po_${day}`, { object: 'payout', of: account.id, amount: day, currency: 'jpy', status: 'paid', arrival_date: 1_800_000_000 });
    const { state, balance, payouts } = await stateOf(owner);
    expect(state).toBe('active');
    expect(balance).toEqual([
      { currency: 'ISK', available: 12, amount: 0 },
      { currency: 'USD', available: 300, amount: 45 },
    ]);
    expect(payouts).toHaveLength(10);
    expect(payouts[0]).toEqual({ amount: 1, currency: 'JPY', status: 'paid', arrives_at: '2027-01-15T08:00:00.000Z' });
    account.requirements.disabled_reason = 'rejected.fraud';
    expect((await stateOf(owner)).state).toBe('rejected');
  });

  test('a part of a unit, a currency in which nobody is charged, and what is no currency keep back nothing of the balance and the payouts', async () => {
    const { owner, account } = await connected();
    const strange = [
      { amount: 152, currency: 'isk' },
      { amount: 1500, currency: 'iqd' },
      { amount: 77, currency: 'usdc' },
    ];
    peer.objects.set(`${account.id} balance`, { available: [...strange, { amount: 300, currency: 'usd' }], pending: [] });
    for (const money of strange)
      peer.objects.set(`po_${money.currency}`, { object: 'payout', of: account.id, ...money, status: 'paid', arrival_date: 1_800_000_000 });
    const { balance, payouts } = await stateOf(owner);
    expect(balance).toEqual([
      { currency: 'IQD', available: 1500, amount: 0 },
      { currency: 'ISK', available: 2, amount: 0 },
      { currency: 'USD', available: 300, amount: 0 },
    ]);
    expect(payouts).toMatchObject([
      { amount: 2, currency: 'ISK' },
      { amount: 1500, currency: 'IQD' },
    ]);
  });

  test('an owner who took the permission back at the gateway is disconnected, and connects again with another account', async () => {
    const { owner, account, url } = await connected();
    peer.objects.delete(account.id);
    expect((await stateOf(owner)).state).toBe('disconnected');
    expect(await owner.browser.call('post', `${PATH}refresh/`)).toMatchObject({ status: 409, body: { code: 'gateway_not_connected' } });
    const { body } = await expectStatus(200, owner.browser.call('post', PATH));
    expect(new URL(body.url).pathname.split('/')[1]).not.toBe(new URL(url).pathname.split('/')[1]);
    expect((await stateOf(owner)).state).toBe('onboarding');
  });

  test('an account whose creation remained unclear is not created twice', async () => {
    const owner = await newCreator(app);
    peer.failures.push('silence');
    expect(await owner.browser.call('post', PATH)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    await expectStatus(200, owner.browser.call('post', PATH));
    const keys = peer.requests.filter(({ path }) => path === '/v1/accounts').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('a gateway that fails or refuses the key is unavailable, and nothing of its answer is shown', async () => {
    const { owner } = await connected();
    peer.failures.push({ status: 401, body: { error: { message: 'Invalid API Key provided: sk_test_peer', type: 'invalid_request_error' } } });
    const { status, body, text } = await owner.browser.call('get', PATH);
    expect([status, body.code]).toEqual([503, 'payments_unavailable']);
    expect(text).not.toContain('sk_test');
    for (const [method, path] of [
      ['post', PATH],
      ['post', `${PATH}refresh/`],
    ] as const) {
      peer.failures.push({ status: 401, body: { error: { type: 'invalid_request_error' } } });
      expect(await owner.browser.call(method, path)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    }
  });
});

test('without a gateway, each operation says that none is configured', async () => {
  const app = await startTestApp(withPorts({ payments: null }));
  const { browser } = await newCreator(app);
  for (const [method, path] of [
    ['get', PATH],
    ['post', PATH],
    ['post', `${PATH}refresh/`],
    ['delete', 'qa/me/gateway-connect/'],
  ] as const)
    expect(await browser.call(method, path)).toMatchObject({ status: 503, body: { code: 'payments_not_configured' } });
  expect((await app.http.get('/sandbox/onboarding/link_x')).status).toBe(404);
  await app.close();
});
