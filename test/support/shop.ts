import type { TestApp } from './app.ts';
import { expectStatus, type TestUser } from './browser.ts';
import { newVisitor } from './learner.ts';
import { newSchool, type School } from './school.ts';

export const PRICE = { amount: 4900, currency: 'EUR' };

export interface Shop {
  school: School;
  courseId: string;
  newBuyer(): Promise<TestUser & { id: string }>;
  /** Begins to buy the course. */
  checkOut(buyer: TestUser, body?: object): Promise<{ order: { id: string; state: string; total: number }; url: string }>;
  stateOf(buyer: TestUser, orderId: string): Promise<string>;
  /** Returns the source and the state of the buyer's enrollment, if there is one. */
  accessOf(buyer: { id: string }): Promise<{ source: string; is_over: boolean } | undefined>;
}

/** Creates a school that is connected with the gateway and sells its course. `activate` answers the questions of the gateway. */
export async function newShop(app: TestApp, activate: (link: string) => Promise<void>, given?: School): Promise<Shop> {
  const school = given ?? (await newSchool(app));
  const { courseId, browser } = school;
  const { body } = await expectStatus(200, browser.call('post', 'billing/gateway-connect/'));
  await activate(body.url);
  await expectStatus(200, browser.call('put', `courses/${courseId}/price/`, PRICE));
  await expectStatus(200, school.agent('patch', `courses/${courseId}/`, { status: 'published' }));
  return shopOf(app, school);
}

/** The shop that a school has. */
export function shopOf(app: TestApp, school: School): Shop {
  const { courseId } = school;
  return {
    school,
    courseId,
    newBuyer: () => newVisitor(app, school),
    async checkOut(buyer, body = {}) {
      const { status, body: checkout, text } = await buyer.browser.call('post', `courses/${courseId}/checkout/`, body);
      if (status !== 200 && status !== 201) throw new Error(`${status}: ${text}`);
      return checkout;
    },
    stateOf: async (buyer, orderId) => (await expectStatus(200, buyer.browser.call('get', `me/orders/${orderId}/`))).body.state,
    async accessOf({ id }) {
      const { rows } = await app.database.pool.query(
        'select source, (revoked_at is not null) as is_over from enrollments where course_id = $1 and user_id = $2',
        [courseId, id],
      );
      return rows[0];
    },
  };
}

export type Buyer = Awaited<ReturnType<Shop['newBuyer']>>;

export const newBuyers = (shop: Shop, count: number): Promise<Buyer[]> => Promise.all(Array.from({ length: count }, () => shop.newBuyer()));

/** Creates the coupon AUTUMN for the course of a shop: a quarter off, unless `terms` say otherwise. Returns its ID. */
export const newCoupon = async ({ school, courseId }: Pick<Shop, 'school' | 'courseId'>, terms: object = {}): Promise<string> =>
  (await expectStatus(201, school.browser.call('post', `courses/${courseId}/coupons/`, { code: 'AUTUMN', percent_off: 25, ...terms }))).body.id;

export const couponUses = async (app: TestApp, id: string): Promise<number> =>
  (await app.database.pool.query('select uses from coupons where id = $1', [id])).rows[0].uses;

/** Asks to buy the course, and returns the answer whatever it is. */
export const askToBuy = ({ courseId }: Shop, { browser }: TestUser, coupon_code?: string) =>
  browser.call('post', `courses/${courseId}/checkout/`, coupon_code === undefined ? {} : { coupon_code });

/** Answers the questions of the sandbox. */
export const answerSandbox = (app: TestApp) => async (link: string) => {
  await app.http.post(new URL(link).pathname).type('form').send({ outcome: 'active' });
};

/** Makes a choice on the payment page of the sandbox. If a tax is computed, the buyer is in a country. */
export const choose = (app: TestApp, url: string, choice: string, country?: string) =>
  app.http
    .post(new URL(url).pathname)
    .type('form')
    .send({ choice, ...(country && { country }) });

/** Has a new buyer buy the course at the sandbox. */
export async function buy(app: TestApp, shop: Shop, given?: TestUser & { id: string }) {
  const buyer = given ?? (await shop.newBuyer());
  const { order, url } = await shop.checkOut(buyer);
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
  return { buyer, orderId: order.id };
}

/** The sums of each account of the books, and of all of them, of an organisation. */
export async function booksOf(app: TestApp, organisationId: string): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query(
    `select account, sum(amount)::int as sum from ledger_entries where organisation_id = $1 group by rollup (account) order by account`,
    [organisationId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account ?? 'total', sum]));
}

/** Has the platform keep a share of the sales of a shop from now on, in hundredths of a percent. */
export async function chargeShare({ database: { pool } }: TestApp, { school: { organisation } }: Shop, share: number): Promise<void> {
  const plan = `with_fee_${share}`;
  await pool.query(`insert into plans (id, name, position, platform_fee_bp) values ($1, 'With a fee', 50, $2) on conflict (id) do nothing`, [plan, share]);
  await pool.query('update platform_subscriptions set plan_id = $2 where organisation_id = $1', [organisation.id, plan]);
}
