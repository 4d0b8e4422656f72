import { newId } from '../../../src/domain/kernel/ids.ts';
import type { TestApp } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { describeSeller, download, FRENCH } from '../../support/invoices.ts';
import { AFTERMATH, runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import {
  buyPlan,
  buyStorage,
  forgetPurchases,
  newFreeSchool,
  PLATFORM_MAILS,
  passDays,
  platformBooksOf,
  startPlatform,
  storageOf,
  subscriptionOf,
} from '../../support/platform-shop.ts';
import { drawnOf } from '../../support/sample.ts';
import type { School } from '../../support/school.ts';
import { choose } from '../../support/shop.ts';
import type { PeerRequest } from '../../support/stripe-peer.ts';
import { sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { beginNow } from '../../support/worlds.ts';

const BUSINESS = { legal_name: FRENCH.name, address: FRENCH.address, country: 'FR', vat_id: 'FR 40 303 265 045' };
const HOME = { ...BUSINESS, country: 'IE', vat_id: 'IE6388047V' };
/** No test asks about mails. */
const IDLE = [...AFTERMATH, ...PLATFORM_MAILS];
const DAY = 24 * 3600_000;

/** A gateway, at which the test pays and lets time pass. */
interface Till {
  app: TestApp;
  /** Pays on the page of the latest purchase of a school. */
  pay(school: School, url: string): Promise<unknown>;
  /** Whether cards can be charged. */
  setCharged(school: School, isCharged: boolean): Promise<unknown>;
  /** Does at the gateway what is due by the clock. */
  catchUp(): Promise<unknown>;
  /** Ends every subscription at the gateway, and tells nobody. */
  forget(): void;
  close(): Promise<void>;
}

async function atSandbox(): Promise<Till> {
  const { app, setCard } = await startPlatform(IDLE);
  return {
    app,
    pay: (_school, url) => choose(app, url, 'pay'),
    setCharged: (school, isCharged) => setCard(school, isCharged ? 'works' : 'fails'),
    catchUp: async () => {},
    forget: () => {},
    close: () => app.close(),
  };
}

async function atStripe() {
  const { app, peer, close } = await startStripeShop({}, IDLE);
  const latest = async ({ organisation }: School, column: 'id' | 'subscription_id'): Promise<string> =>
    (await app.database.pool.query('select * from platform_purchases where organisation_id = $1 order by id desc limit 1', [organisation.id])).rows[0][column];
  return {
    ...{ app, peer, close },
    pay: async (school: School) => peer.billing.subscribe(sessionOf(peer, await latest(school, 'id'))),
    setCharged: async (school: School, isCharged: boolean) => peer.billing.setCard(await latest(school, 'subscription_id'), isCharged ? 'works' : 'fails'),
    catchUp: () => peer.billing.catchUp(),
    forget: () => peer.billing.forget(),
  };
}

function startAt<T extends Till>(start: () => Promise<T>) {
  const at = {} as T & { school: School };
  beforeAll(async () => {
    Object.assign(at, await start());
    await at.app.database.pool.query(
      `update platform_seller set name = 'Platform Ltd', country = 'IE', vat_id = 'IE6433435OA', tax_label = 'VAT', tax_rate = 2300`,
    );
  });
  beforeEach(async () => {
    beginNow(at.app);
    at.school = await newFreeSchool(at.app);
  });
  afterEach(async () => {
    await at.app.mailbox.runJobs();
    await forgetPurchases(at.app);
    at.forget();
  });
  afterAll(() => at.close());
  const settle = async () => {
    await at.catchUp();
    await runTask(at.app, 'settle_platform_purchases');
    at.school.browser.cookie = await at.app.signedInCookie(at.school.id);
  };
  return {
    at,
    settle,
    /** Changes the details of the school. */
    describeAs: async (details: object) => {
      await describeSeller(at, details);
      await at.app.mailbox.runJobs();
    },
    buy: async (body: object, ask: (browser: Browser, body: object) => ReturnType<typeof buyPlan> = buyPlan) => {
      const { url } = (await expectStatus(201, ask(at.school.browser, body))).body;
      await at.pay(at.school, url);
      await at.app.mailbox.runJobs();
    },
    change: async (body: object) => (await expectStatus(200, buyPlan(at.school.browser, body))).body,
    billing: async () => (await subscriptionOf(at.school)).billing,
    /** Lets the current period end. */
    async renew() {
      at.app.clock.advance(Date.parse((await subscriptionOf(at.school)).billing.period_end) - at.app.clock.now());
      await settle();
    },
    /** What was paid, oldest first: the amount, and the tax in it, or null if the school owes it. */
    async paid(kind: 'plan' | 'storage' = 'plan') {
      const { rows } = await at.app.database.pool.query(
        `select paid.amount, case when not paid.reverse_charge then paid.tax end as tax, invoice.amount as invoiced, invoice.tax as invoiced_tax,
            invoice.contents ->> 'reverse_charge' as reversed, paid.reverse_charge::text as owed
          from platform_payments paid
            join platform_purchases purchase on purchase.organisation_id = paid.organisation_id and purchase.id = paid.purchase_id
            join platform_invoices invoice on invoice.payment_id = paid.id
          where paid.organisation_id = $1 and purchase.kind = $2 order by paid.id`,
        [at.school.organisation.id, kind],
      );
      for (const { amount, tax, invoiced, invoiced_tax, reversed, owed } of rows) expect([invoiced, invoiced_tax, reversed]).toEqual([amount, tax ?? 0, owed]);
      return rows.map(({ amount, tax }) => [Number(amount), tax === null ? null : Number(tax)]);
    },
  };
}

describe.each(
  drawnOf<[string, () => Promise<Till>]>('taxes of the platform', [
    ['in the sandbox', atSandbox],
    ['at Stripe', atStripe],
  ]),
)('%s', (_name, start) => {
  const { at, settle, describeAs, buy, change, billing, renew, paid } = startAt(start);

  test('an organisation that loses its VAT ID pays the tax from the next period on, for its plan and its storage', async () => {
    await describeAs(BUSINESS);
    await buy({ plan_id: 'starter' });
    await buy({ addon_id: 'storage_100' }, buyStorage);
    await describeAs({ ...BUSINESS, vat_id: null });
    const told = { reverse_charge: true, next_item_id: null, next_reverse_charge: false };
    expect(await billing()).toMatchObject({ ...told, amount: 2358, next_amount: 2900 });
    expect(await storageOf(at.school)).toMatchObject({ ...told, amount: 813, next_amount: 1000 });
    await renew();
    await renew();
    expect(await billing()).toMatchObject({ amount: 2900, reverse_charge: false, next_amount: null, next_reverse_charge: null });
    expect([await paid(), await paid('storage')]).toEqual([
      [
        [2358, null],
        [2900, 542],
        [2900, 542],
      ],
      [
        [813, null],
        [1000, 187],
        [1000, 187],
      ],
    ]);
    expect(await platformBooksOf(at.app, at.school)).toEqual({
      ...{ gateway_clearing: 2358 + 5800 + 813 + 2000, plan_sales: -3 * 2358, storage_sales: -3 * 813, tax_owed: -2 * (542 + 187) },
    });
  });

  test('an organisation that gets a VAT ID, or moves to another member state, owes the tax from the next period on, and the changes are in the audit log', async () => {
    await describeAs({});
    await buy({ plan_id: 'starter' });
    await describeAs(HOME);
    expect(await billing()).toMatchObject({ next_amount: null, next_reverse_charge: null });
    await describeAs(BUSINESS);
    expect(await billing()).toMatchObject({ amount: 2900, reverse_charge: false, next_amount: 2358, next_reverse_charge: true });
    await renew();
    await describeAs(HOME);
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2358, null],
      [2900, 542],
    ]);
    const { results } = (await expectStatus(200, at.school.browser.call('get', 'billing/invoices/'))).body;
    const texts = [];
    for (const { id } of results) texts.push((await download(at.app, at.school, `billing/invoices/${id}/pdf/`)).text);
    expect(texts.map((text) => text.includes('Reverse charge'))).toEqual([false, true, false]);
    const { rows } = await at.app.database.pool.query(
      `select action, before ->> 'reverse_charge' as before, after ->> 'reverse_charge' as after from audit_log
        where organisation_id = $1 and action like 'plan_purchase.tax%' order by id`,
      [at.school.organisation.id],
    );
    const changed = (before: string, after: string) =>
      ['tax_change_requested', 'tax_changed'].map((name) => ({ action: `plan_purchase.${name}`, before, after }));
    expect(rows).toEqual([...changed('false', 'true'), ...changed('true', 'false')]);
  });

  test('details that change and change back before the next period leave its price', async () => {
    await buy({ plan_id: 'starter' });
    await describeAs(BUSINESS);
    await describeAs({});
    expect(await billing()).toMatchObject({ amount: 2900, next_amount: null, next_reverse_charge: null });
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2900, 542],
    ]);
  });

  test('of several changes at once, beside a renewal and a smaller plan, the details that remain decide', async () => {
    await buy({ plan_id: 'pro' });
    at.app.clock.advance(Date.parse((await billing()).period_end) - at.app.clock.now());
    at.school.browser.cookie = await at.app.signedInCookie(at.school.id);
    await at.catchUp();
    await Promise.all([
      describeSeller(at, BUSINESS),
      describeSeller(at, HOME),
      describeSeller(at, BUSINESS),
      buyPlan(at.school.browser, { plan_id: 'starter' }),
      at.app.mailbox.runJobs(),
    ]);
    at.app.clock.advance(11 * 60_000);
    await settle();
    await at.app.mailbox.runJobs();
    const { vat_id } = (await expectStatus(200, at.school.browser.call('get', 'billing/seller/'))).body;
    const owes = vat_id === BUSINESS.vat_id;
    await change({ plan_id: 'starter' });
    expect(await billing()).toMatchObject({ amount: 9900, next_item_id: 'starter', next_amount: owes ? 2358 : 2900, next_reverse_charge: owes ? true : null });
    await renew();
    expect(await paid()).toEqual([[9900, 1851], [9900, 1851], owes ? [2358, null] : [2900, 542]]);
  });

  test('something larger that begins before the next period is paid as the current one is, and something smaller as the next one', async () => {
    await buy({ plan_id: 'starter' });
    await describeAs(BUSINESS);
    at.app.clock.advance(10 * DAY);
    at.school.browser.cookie = await at.app.signedInCookie(at.school.id);
    const preview = await change({ plan_id: 'pro', preview: true });
    const changed = await change({ plan_id: 'pro' });
    // About two thirds of the difference with the tax, after ten days of any month.
    expect([changed.amount_due, changed.amount_due > 4400 && changed.amount_due < 4900]).toEqual([preview.amount_due, true]);
    expect(changed.billing).toMatchObject({ item_id: 'pro', amount: 9900, reverse_charge: false, next_amount: 8049, next_reverse_charge: true });
    await renew();
    expect(await billing()).toMatchObject({ item_id: 'pro', amount: 8049, reverse_charge: true });
    // A process of the release before stores no price.
    const { rows } = await at.app.database.pool.query(
      'update platform_purchases set price = null where organisation_id = $1 and item_id = $2 returning price::int',
      [at.school.organisation.id, 'pro'],
    );
    expect(rows).toEqual([{ price: 9900 }]);
    expect((await change({ plan_id: 'starter' })).billing).toMatchObject({ next_item_id: 'starter', next_amount: 2358, next_reverse_charge: null });
    await describeAs({});
    expect(await billing()).toMatchObject({ amount: 8049, next_item_id: 'starter', next_amount: 2900, next_reverse_charge: false });
    // Taking the smaller plan back leaves the tax, and so does choosing it again.
    expect((await change({ plan_id: 'pro' })).billing).toMatchObject({ next_item_id: null, next_amount: 9900, next_reverse_charge: false });
    expect((await change({ plan_id: 'starter' })).billing).toMatchObject({ next_item_id: 'starter', next_amount: 2900, next_reverse_charge: false });
    await renew();
    expect(await billing()).toMatchObject({ item_id: 'starter', amount: 2900, reverse_charge: false });
    const [first, upgrade, second, third] = await paid();
    expect([first, second, third]).toEqual([
      [2900, 542],
      [8049, null],
      [2900, 542],
    ]);
    expect(upgrade?.[0]).toBe(changed.amount_due);
    expect(upgrade?.[1]).toBeGreaterThan(0);
  });

  test('a larger plan whose payment is refused leaves the next period as it was', async () => {
    await buy({ plan_id: 'starter' });
    await describeAs(BUSINESS);
    await at.setCharged(at.school, false);
    expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'pro' }))).toEqual([409, 'payment_refused']);
    await at.setCharged(at.school, true);
    expect(await billing()).toMatchObject({ item_id: 'starter', amount: 2900, next_amount: 2358, next_reverse_charge: true });
    at.app.clock.advance(11 * 60_000);
    await settle();
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2358, null],
    ]);
  });

  test('a renewal that fails has the price that the period began with, whatever the details are when it is paid', async () => {
    await buy({ plan_id: 'starter' });
    await describeAs(BUSINESS);
    await at.setCharged(at.school, false);
    await renew();
    expect(await billing()).toMatchObject({ status: 'past_due', amount: 2358, reverse_charge: true, next_amount: null });
    await describeAs(HOME);
    expect(await billing()).toMatchObject({ status: 'past_due', amount: 2358, next_amount: 2900, next_reverse_charge: false });
    await at.setCharged(at.school, true);
    at.app.clock.advance(2 * 3600_000);
    await settle();
    at.app.clock.advance(11 * 60_000);
    await settle();
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2358, null],
      [2900, 542],
    ]);
  });

  test('details that change after the period has ended count from the one after the next', async () => {
    await buy({ plan_id: 'starter' });
    await describeSeller(at, BUSINESS);
    await renew();
    expect(await billing()).toMatchObject({ amount: 2900, next_amount: 2358 });
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2900, 542],
      [2358, null],
    ]);
  });

  test('what organisations buy follows the details of the service, too', async () => {
    const { pool } = at.app.database;
    await describeAs(BUSINESS);
    await buy({ plan_id: 'starter' });
    await pool.query(`update platform_seller set country = 'FR', vat_id = 'FR40303265045'`);
    at.app.clock.advance(11 * 60_000);
    await settle();
    expect(await billing()).toMatchObject({ amount: 2358, next_amount: 2900, next_reverse_charge: false });
    await pool.query(`update platform_seller set country = 'IE', vat_id = 'IE6433435OA'`);
    at.app.clock.advance(11 * 60_000);
    await settle();
    expect(await billing()).toMatchObject({ amount: 2358, next_amount: null, next_reverse_charge: null });
  });

  test('what processes of the release before buy, and choose for the next period, has a price with the tax', async () => {
    await expectStatus(201, buyPlan(at.school.browser, { plan_id: 'starter' }));
    const store = async (columns: string) =>
      (
        await at.app.database.pool.query(
          `update platform_purchases set ${columns} where organisation_id = $1 returning item_id, price::int, next_item_id, next_price::int`,
          [at.school.organisation.id],
        )
      ).rows[0];
    expect(await store(`item_id = 'enterprise', amount = 49900`)).toMatchObject({ price: 49900 });
    expect(await store(`next_item_id = 'pro', next_amount = 9900`)).toMatchObject({ price: 49900, next_price: 9900 });
    expect(await store(`next_item_id = 'starter', next_amount = 2900`)).toMatchObject({ next_price: 2900 });
    const begun = await store(`item_id = next_item_id, amount = next_amount, next_item_id = null, next_amount = null`);
    expect(begun).toEqual({ item_id: 'starter', price: 2900, next_item_id: null, next_price: null });
  });
});

describe('at Stripe that fails', () => {
  const { at, describeAs, buy, change, billing, renew, paid } = startAt(atStripe);

  /** As if the answer of the gateway, or the process, had been lost before it was stored that the gateway was told. */
  const leaveUntold = (values: object = {}) =>
    at.app.database.pool.query(
      `update platform_purchases set (next_reverse_charge, following_amount, tax_change_id) =
        (select next_reverse_charge, following_amount, tax_change_id from jsonb_populate_record(platform_purchases, $2)) where organisation_id = $1`,
      [at.school.organisation.id, { tax_change_id: newId(), ...values }],
    );

  test('a change during an outage is completed when Stripe responds again', async () => {
    await buy({ plan_id: 'starter' });
    at.peer.failures.push({ status: 500, body: { error: { type: 'api_error' } } });
    await describeAs(BUSINESS);
    expect(await billing()).toMatchObject({ next_amount: null });
    await runJobsAfter(at.app, 3600);
    expect(await billing()).toMatchObject({ next_amount: 2358 });
    await renew();
    expect((await paid()).at(-1)).toEqual([2358, null]);
  });

  test('a change that was stored is told by a job, and by the next request', async () => {
    for (const complete of [() => passDays(at.app, at.school, 0.01), () => change({ plan_id: 'starter' })]) {
      at.school = await newFreeSchool(at.app);
      await buy({ plan_id: 'starter' });
      await describeSeller(at, BUSINESS);
      await leaveUntold({ next_reverse_charge: true, following_amount: 2358 });
      await complete();
      await renew();
      expect((await paid()).at(-1)).toEqual([2358, null]);
    }
  });

  test('a period that begins before the gateway was told is paid as it was agreed, and the next one as it was changed', async () => {
    await describeAs(BUSINESS);
    await buy({ plan_id: 'starter' });
    await leaveUntold({ next_reverse_charge: false, following_amount: 2900 });
    await describeSeller(at, {});
    await renew();
    expect(await billing()).toMatchObject({ amount: 2358, reverse_charge: true, next_amount: 2900 });
    await renew();
    expect(await paid()).toEqual([
      [2358, null],
      [2358, null],
      [2900, 542],
    ]);
  });

  test('a period that was paid at the changed price counts as changed, also if the answer of the gateway was lost', async () => {
    await buy({ plan_id: 'starter' });
    await describeAs(BUSINESS);
    await leaveUntold({ next_reverse_charge: true, following_amount: 2358 });
    await renew();
    expect(await billing()).toMatchObject({ amount: 2358, reverse_charge: true, next_amount: null });
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2358, null],
      [2358, null],
    ]);
  });

  test('details that change while a larger plan is bought leave the credit at what was paid, and count from the next period on', async () => {
    await buy({ plan_id: 'starter' });
    at.app.clock.advance(9 * DAY);
    at.school.browser.cookie = await at.app.signedInCookie(at.school.id);
    const { amount_due } = await change({ plan_id: 'pro', preview: true });
    await describeSeller(at, BUSINESS);
    at.peer.failures.push(() => at.app.mailbox.runJobs());
    expect(await change({ plan_id: 'pro' })).toMatchObject({ effect: 'now', billing: { amount: 9900, next_amount: 8049, next_reverse_charge: true } });
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [amount_due, expect.any(Number)],
      [8049, null],
    ]);
  });

  test('after a smaller plan was chosen, a larger one that cannot be paid leaves it, and one of which an answer is lost is charged once', async () => {
    const begin = async () => {
      at.school = await newFreeSchool(at.app);
      await buy({ plan_id: 'pro' });
      await change({ plan_id: 'starter' });
    };
    await begin();
    await at.setCharged(at.school, false);
    expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'enterprise' }))).toEqual([409, 'payment_refused']);
    expect(await billing()).toMatchObject({ item_id: 'pro', next_item_id: 'starter', next_amount: 2900 });
    await at.setCharged(at.school, true);
    const before = at.peer.requests.length;
    await change({ plan_id: 'enterprise' });
    const changes = at.peer.requests
      .slice(before)
      .flatMap(({ method, path }, place) => (method === 'POST' && path.startsWith('/v1/subscriptions/') ? [place] : []));
    expect(changes).toHaveLength(2);
    for (const place of changes) {
      await begin();
      at.peer.failures.push(...Array(place).fill(async () => {}), 'lost');
      expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'enterprise' }))).toEqual([503, 'payments_unavailable']);
      await change({ plan_id: 'enterprise' });
      await renew();
      expect((await paid()).map(([amount]) => amount)).toEqual([9900, 40000, 49900]);
    }
  });

  test('what Stripe is told late, after newer details, does not stay', async () => {
    await buy({ plan_id: 'starter' });
    await describeSeller(at, BUSINESS);
    let isOvertaken = false;
    const overtake = async () => {
      const { method, path } = at.peer.requests.at(-1) as PeerRequest;
      if (method !== 'POST' || !path.startsWith('/v1/subscriptions/')) return void at.peer.failures.push(overtake);
      isOvertaken = true;
      await describeSeller(at, {});
      await change({ plan_id: 'starter' });
    };
    at.peer.failures.push(overtake);
    await at.app.mailbox.runJobs();
    expect(isOvertaken).toBe(true);
    await renew();
    expect(await paid()).toEqual([
      [2900, 542],
      [2900, 542],
    ]);
  });
});
