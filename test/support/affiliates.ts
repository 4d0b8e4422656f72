import type supertest from 'supertest';
import { recordEarning } from '../../src/domain/affiliates/commissions/record-earning.ts';
import { inTransaction } from '../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Browser, expectStatus, type TestUser } from './browser.ts';
import { AFTERMATH, runTask } from './jobs.ts';
import { newVisitor } from './learner.ts';
import type { School } from './school.ts';
import { answerSandbox, choose, newShop, type Shop } from './shop.ts';

export const DAY_MS = 86_400_000;
/** The ID of nothing. */
export const NOWHERE = '01890000-0000-7000-8000-000000000000';

export interface TestAffiliate extends TestUser {
  /** ID of the user. */
  id: string;
  /** ID as an affiliate. */
  affiliateId: string;
}

/** Changes the settings of the affiliate program, and enables it. */
export const setProgram = (browser: Browser, settings: object = {}) =>
  expectStatus(200, browser.call('patch', 'affiliates/program/', { is_enabled: true, ...settings }));

/** Creates an invite. */
export const newInvite = async (browser: Browser, fields: object = {}): Promise<{ id: string; code: string }> =>
  (await expectStatus(201, browser.call('post', 'affiliates/invites/', fields))).body;

/** Creates a user who joins the program with an invite. */
export async function newAffiliate(app: TestApp, school: School, code: string): Promise<TestAffiliate> {
  const visitor = await newVisitor(app, school);
  const { body } = await expectStatus(201, visitor.browser.call('post', 'affiliates/join/', { code }));
  return { ...visitor, affiliateId: body.id };
}

/** Creates a link of an affiliate, and returns its path. */
export async function newLink(affiliate: TestAffiliate, fields: object = {}): Promise<string> {
  const { body } = await expectStatus(201, affiliate.browser.call('post', 'affiliates/me/links/', { affiliate_id: affiliate.affiliateId, ...fields }));
  return new URL(body.url).pathname;
}

/** Opens the link of an affiliate. */
/** What browsers call themselves. */
export const AGENT = 'Mozilla/5.0 (X11; Linux x86_64)';

/** Has a browser follow a link. */
export const follow = (browser: Browser, link: string): Promise<supertest.Response> => {
  browser.headers['User-Agent'] ??= AGENT;
  return expectStatus(302, browser.open(link));
};

/** A school that sells a course, with two approved affiliates, whose cookie needs no consent. */
export interface AffiliateShop {
  shop: Shop;
  staff: Browser;
  mina: TestAffiliate;
  noor: TestAffiliate;
  /** Creates a link to the course, and returns its path. */
  linkOf(affiliate: TestAffiliate): Promise<string>;
  /** Creates a buyer who follows links, one second after the other. */
  newReferred(...links: string[]): Promise<TestUser & { id: string }>;
  /** Pays, and lets the notification of the gateway arrive. */
  pay(url: string): Promise<void>;
  /** Buys a course, and returns the ID of the order. */
  buy(buyer: TestUser, options?: { courseId?: string; coupon_code?: string; referral_token?: string }): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of a response
  commissions(query?: string): Promise<any[]>;
  overview(): Promise<object & { clicks: number }>;
  /** Creates another course that can be bought, and returns its ID. */
  newCourse(): Promise<string>;
  /** Pays a part of an order back, and lets the notification of the gateway arrive. */
  refund(orderId: string, amount: number): Promise<void>;
  /** Calls the operation with which staff decide about an affiliate. */
  decide(affiliate: TestAffiliate, body: object): Promise<supertest.Response>;
  /** Brings the commission in line with what is left of the money for an order, as the books do. */
  giveBack(orderId: string, left: number): Promise<void>;
  /** Lets the hold of every commission end. */
  release(): Promise<void>;
}

export async function newAffiliateShop(app: TestApp, school?: School): Promise<AffiliateShop> {
  const shop = await newShop(app, answerSandbox(app), school);
  const staff = shop.school.browser;
  await setProgram(staff, { cookie_consent: 'not_required' });
  const { code } = await newInvite(staff);
  const pay = async (url: string) => {
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
  };
  return {
    ...{ shop, staff, pay },
    mina: await newAffiliate(app, shop.school, code),
    noor: await newAffiliate(app, shop.school, code),
    linkOf: (affiliate) => newLink(affiliate, { course_id: shop.courseId }),
    async newReferred(...links) {
      const buyer = await shop.newBuyer();
      for (const link of links) {
        await follow(buyer.browser, link);
        app.clock.advance(1000);
      }
      return buyer;
    },
    async buy(buyer, { courseId = shop.courseId, ...input } = {}) {
      const { body } = await expectStatus(201, buyer.browser.call('post', `courses/${courseId}/checkout/`, input));
      await pay(body.url);
      return body.order.id;
    },
    commissions: async (query = '') => (await expectStatus(200, staff.call('get', `affiliates/commissions/${query}`))).body.results,
    async overview() {
      await app.flushClicks();
      return (await expectStatus(200, staff.call('get', 'affiliates/overview/'))).body;
    },
    async newCourse() {
      const { id } = await shop.school.newCourse({ status: 'published' });
      await expectStatus(200, staff.call('put', `courses/${id}/price/`, { amount: 1000, currency: 'EUR' }));
      return id;
    },
    async refund(order_id, amount) {
      await expectStatus(201, staff.call('post', `courses/${shop.courseId}/refund/`, { order_id, amount }));
      await app.mailbox.runJobs();
    },
    decide: ({ affiliateId }, body) => staff.call('patch', `affiliates/${affiliateId}/`, body),
    giveBack: (orderId, left) =>
      inTransaction(app.database.db, (trx) =>
        recordEarning(trx, {
          ...{ organisationId: shop.school.organisation.id, orderId, currency: 'EUR', livemode: false, left, change: 0, isDisputed: false, lastPaidAt: null },
          occurredAt: new Date(app.clock.now()).toISOString(),
        }),
      ),
    async release() {
      app.clock.advance(31 * DAY_MS);
      staff.cookie = await app.signedInCookie(shop.school.id);
      await runTask(app, 'release_commissions');
    },
  };
}

/** Compares the totals of a program with the rows of its commissions. */
export async function expectExactTotals(app: TestApp, here: AffiliateShop): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select affiliate_id, course_id, currency, livemode, sum(orders)::int as orders, sum(revenue)::int as revenue, sum(pending)::int as pending,
       sum(payable)::int as payable, sum(settled)::int as settled from (
         select affiliate_id, course_id, currency, livemode, orders, revenue, pending, payable, settled from affiliate_money_totals where organisation_id = $1
         union all
         select affiliate_id, course_id, currency, livemode, -(sequence = 0)::int, -base, case when status = 'pending' and not is_settled then -amount else 0 end,
           case when status = 'payable' and not is_settled then -amount else 0 end, case when is_settled then -amount else 0 end
         from affiliate_commissions where organisation_id = $1 and status <> 'void') both_sides
     group by affiliate_id, course_id, currency, livemode having sum(orders) <> 0 or sum(revenue) <> 0 or sum(pending) <> 0 or sum(payable) <> 0 or sum(settled) <> 0`,
    [here.shop.school.organisation.id],
  );
  expect(rows).toEqual([]);
}

/** Gives each test of a file a new school with affiliates. */
export function eachWithAffiliateShop(): AffiliateShop & { app: TestApp } {
  const at = {} as AffiliateShop & { app: TestApp };
  beforeAll(async () => {
    at.app = await startTestApp(undefined, { idle: AFTERMATH });
  });
  beforeEach(async () => {
    Object.assign(at, await newAffiliateShop(at.app));
  });
  afterAll(() => at.app.close());
  return at;
}
