import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce, MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { askAsGuest, newGuest } from '../../support/guests.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { answerSandbox, askToBuy, type Buyer, booksOf, choose, couponUses, newBuyers, newCoupon, newShop, type Shop } from '../../support/shop.ts';
import { sessionOf, startStripeShop } from '../../support/stripe-shop.ts';

const HOUR = 3600_000;

interface Till {
  app: TestApp;
  shop: Shop;
  /** Pays an order at the gateway, and tells the service nothing yet. */
  pay(checkout: { order: { id: string }; url: string }): Promise<unknown>;
  close(): Promise<void>;
}

const tills = {
  async sandbox(): Promise<Till> {
    const app = await startTestApp(undefined, { idle: AFTERMATH });
    return { app, shop: await newShop(app, answerSandbox(app)), pay: ({ url }) => choose(app, url, 'pay'), close: () => app.close() };
  },
  async stripe(): Promise<Till> {
    const { app, shop, peer, close } = await startStripeShop({}, AFTERMATH);
    return { app, shop, pay: ({ order }) => peer.pay(sessionOf(peer, order.id)), close };
  },
};

let till: Till;
afterEach(() => till.close());

const begin = async (buyer: Buyer, body: object = {}) =>
  (await expectStatus(201, buyer.browser.call('post', `courses/${till.shop.courseId}/checkout/`, { coupon_code: 'AUTUMN', ...body }))).body;
const refused = (buyer: Buyer) => faultsOf(askToBuy(till.shop, buyer, 'AUTUMN'));
/** Sends everybody to the same network. */
const gather = (buyers: readonly Pick<Buyer, 'browser'>[]) => {
  for (const { browser } of buyers) browser.headers['X-Forwarded-For'] = '198.51.100.7';
};

test.each(['sandbox', 'stripe'] as const)(
  'of many buyers at once, one holds the last use at the %s, and a payment that arrives after its hour is honoured and flagged',
  async (gateway) => {
    till = await tills[gateway]();
    const { app, shop } = till;
    const id = await newCoupon(shop, { max_uses: 1 });
    const buyers = await newBuyers(shop, MANY);
    const answers = await Promise.all(buyers.map((buyer) => askToBuy(shop, buyer, 'AUTUMN')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(MANY - 1).fill(400)]);
    expect(new Set(answers.flatMap(({ body }) => body.errors?.map((fault: { code: string }) => fault.code) ?? []))).toEqual(new Set(['used_up']));
    const winner = buyers[answers.findIndex(({ status }) => status === 201)] as Buyer;
    const first = (await expectStatus(200, askToBuy(shop, winner, 'AUTUMN'))).body;
    expect([first.order.total, await couponUses(app, id)]).toEqual([3675, 1]);
    await till.pay(first);
    app.clock.advance(HOUR - 1);
    const second = await shop.newBuyer();
    expect(await refused(second)).toEqual(['coupon_code used_up']);
    // Nobody has asked the gateway: what was held is free all the same.
    app.clock.advance(1);
    const later = await begin(second);
    await till.pay(later);
    await app.mailbox.runJobs();
    await Promise.all([
      expectStatus(200, winner.browser.call('get', `me/orders/${first.order.id}/?refresh=true`)),
      expectStatus(200, second.browser.call('get', `me/orders/${later.order.id}/?refresh=true`)),
    ]);
    const { rows } = await app.database.pool.query('select state, flag, total from orders where coupon_id = $1 order by flag nulls first', [id]);
    expect(rows).toMatchObject([
      { state: 'paid', total: 3675 },
      { state: 'paid', total: 3675 },
    ]);
    expect(rows.map(({ flag }) => flag).sort()).toEqual(['coupon_over_limit', null]);
    expect(await booksOf(app, shop.school.organisation.id)).toMatchObject({ discounts: 2450, gateway_clearing: 7350, total: 0 });
    expect(await couponUses(app, id)).toBe(2);
  },
);

describe('at the sandbox', () => {
  beforeEach(async () => {
    till = await tills.sandbox();
  });

  test('a person holds one use of a coupon: requests for one course at once lead to one page, and another course is refused until it is free', async () => {
    const id = await newCoupon(till.shop, { max_uses: 10, course_ids: null });
    const buyer = await till.shop.newBuyer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToBuy(till.shop, buyer, 'AUTUMN')));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect(await couponUses(till.app, id)).toBe(1);
    const { school } = till.shop;
    const { id: other } = await school.newCourse();
    await expectStatus(200, school.browser.call('put', `courses/${other}/price/`, { amount: 4900, currency: 'EUR' }));
    await expectStatus(200, school.agent('patch', `courses/${other}/`, { status: 'published' }));
    const elsewhere = { ...till.shop, courseId: other };
    expect(await faultsOf(askToBuy(elsewhere, buyer, 'AUTUMN'))).toEqual(['coupon_code held_by_person']);
    await expectStatus(201, askToBuy(till.shop, buyer));
    expect(await couponUses(till.app, id)).toBe(0);
    await expectStatus(201, askToBuy(elsewhere, buyer, 'AUTUMN'));
    expect(await couponUses(till.app, id)).toBe(1);
  });

  test('three hold uses of a coupon from one address, guests and buyers of gifts alike, and others from elsewhere', async () => {
    const id = await newCoupon(till.shop, { max_uses: 50 });
    const near = await newBuyers(till.shop, 20);
    gather(near);
    const answers = await Promise.all(
      near.map(({ browser }) => browser.call('post', `courses/${till.shop.courseId}/checkout/`, { coupon_code: 'AUTUMN', gift: true })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ body }) => body.errors?.map((fault: { code: string }) => fault.code) ?? []))).toEqual(new Set(['held_at_address']));
    const guest = newGuest(till.app, till.shop);
    gather([guest]);
    expect(await faultsOf(askAsGuest(till.shop, guest, { coupon_code: 'AUTUMN' }))).toEqual(['coupon_code held_at_address']);
    await expectStatus(201, askAsGuest(till.shop, newGuest(till.app, till.shop), { coupon_code: 'AUTUMN' }));
    expect(await couponUses(till.app, id)).toBe(4);
    const winner = near[answers.findIndex(({ status }) => status === 201)] as Buyer;
    await till.pay(answers.find(({ status }) => status === 201)?.body);
    await till.app.mailbox.runJobs();
    expect((await winner.browser.call('get', 'me/orders/')).body.results).toMatchObject([{ state: 'paid', discount: 1225 }]);
    await expectStatus(201, askAsGuest(till.shop, guest, { coupon_code: 'AUTUMN' }));
  });

  test('a coupon without a limit holds nothing, however many begin from one address', async () => {
    const id = await newCoupon(till.shop);
    const near = await newBuyers(till.shop, 5);
    gather(near);
    for (const buyer of near) await begin(buyer);
    expect(await couponUses(till.app, id)).toBe(0);
  });

  test('of two payments at once whose hour is over, one gets the last use of a coupon, and the other one is flagged', async () => {
    const { app, shop } = till;
    const id = await newCoupon(shop, { max_uses: 1 });
    const buyers = await newBuyers(shop, 2);
    const orders: string[] = [];
    for (const buyer of buyers) {
      const checkout = await begin(buyer);
      await till.pay(checkout);
      orders.push(checkout.order.id);
      app.clock.advance(HOUR);
    }
    // A third buyer frees the second use, and gives it back.
    const third = await shop.newBuyer();
    await begin(third);
    await expectStatus(201, askToBuy(shop, third));
    expect(await couponUses(app, id)).toBe(0);
    const requests = buyers.map((buyer, index) => () => expectStatus(200, buyer.browser.call('get', `me/orders/${orders[index]}/?refresh=true`)));
    await atOnce(app, `select from coupons where id = '${id}' for update`, requests);
    const { rows } = await app.database.pool.query(`select flag from orders where coupon_id = $1 and state = 'paid' order by flag`, [id]);
    expect([rows, await couponUses(app, id)]).toEqual([[{ flag: 'coupon_over_limit' }, { flag: null }], 2]);
  });

  test('staff see a use that is held, and see it no more when its hour is over', async () => {
    const { school, courseId } = till.shop;
    await newCoupon(till.shop, { max_uses: 1, max_uses_per_person: 1 });
    const seen = async () => (await expectStatus(200, school.browser.call('get', `courses/${courseId}/coupons/`))).body.results[0];
    const buyer = await till.shop.newBuyer();
    await begin(buyer, { quantity: 3 });
    expect(await seen()).toMatchObject({ uses: 1, status: 'used_up' });
    till.app.clock.advance(HOUR);
    expect(await seen()).toMatchObject({ uses: 0, status: 'active' });
    await begin(buyer);
  });
});
