import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { recordEarning } from '../../src/domain/affiliates/commissions/record-earning.ts';
import { clientHash, noteSighting } from '../../src/domain/affiliates/referrals/sightings.ts';
import { inTransaction } from '../../src/platform/database/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { SECRET, startTestApp, type TestApp } from './app.ts';
import { type Browser, expectStatus, newUser, type TestUser } from './browser.ts';
import { AFTERMATH, runTask } from './jobs.ts';
import { newVisitor } from './learner.ts';
import { type School, schoolWith } from './school.ts';
import { answerSandbox, choose, newShop, type Shop, shopOf } from './shop.ts';
import { beginNow } from './worlds.ts';

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
  return { ...visitor, affiliateId: await join(visitor, code) };
}

type Person = TestUser & { id: string };

const join = async ({ browser }: TestUser, code: string): Promise<string> =>
  (await expectStatus(201, browser.call('post', 'affiliates/join/', { code }))).body.id;

/** Creates a link of an affiliate, and returns its path. */
export async function newLink(affiliate: TestAffiliate, fields: object = {}): Promise<string> {
  const { body } = await expectStatus(201, affiliate.browser.call('post', 'affiliates/me/links/', { affiliate_id: affiliate.affiliateId, ...fields }));
  return new URL(body.url).pathname;
}

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
  /** The path of the link that Mina has from the beginning, if she has one. */
  link: string;
  /** The IDs of the orders that were paid before, oldest first. */
  sold: string[];
  /** Creates a link to the course, and returns its path. */
  linkOf(affiliate: TestAffiliate): Promise<string>;
  /** Creates a buyer who follows links, one second after the other. */
  newReferred(...links: string[]): Promise<Person>;
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

/** What a shop with affiliates has from the beginning. */
export interface Beginning {
  /** Where a link of Mina leads to. */
  link?: 'course' | 'school';
  /** How many people have bought the course after they followed that link. */
  sales?: number;
}

/** Creates a school with two affiliates, as a world, or makes one of a given school. */
export async function newAffiliateShop(app: TestApp, given?: School, { link: aim, sales = 0 }: Beginning = {}): Promise<AffiliateShop> {
  const people = await Promise.all(Array.from({ length: 2 + sales }, () => newUser(app, { signedIn: false })));
  const [mina, noor, ...buyers] = people as [Person, Person, ...Person[]];
  const code = randomUUID().slice(0, 13);
  const texts = Object.fromEntries([
    ['code', code],
    ...people.flatMap(({ id, email }, n) => [
      [`user ${n}`, id],
      [`email ${n}`, email],
    ]),
  ]);
  const admit = async ({ id, browser }: Person, { organisation }: Pick<School, 'organisation'>) => {
    browser.headers['X-Organisation'] = organisation.id;
    browser.cookie ??= await app.signedInCookie(id);
  };
  const begin = async (school: School) => {
    for (const person of people) await admit(person, school);
    const shop = await newShop(app, answerSandbox(app), school);
    await setProgram(school.browser, { cookie_consent: 'not_required' });
    const invite = await newInvite(school.browser);
    const ids: [string, string] = [await join(mina, invite.code), await join(noor, invite.code)];
    const opened = openAffiliateShop(app, shop, affiliatesOf([mina, noor], ids));
    const link = aim ? await newLink(opened.mina, { code, course_id: aim === 'course' ? school.courseId : null }) : '';
    // Who had an account before they followed the link is no sign-up.
    if (sales) app.clock.time = Math.max(app.clock.time, Date.now());
    const sold: string[] = [];
    for (const buyer of buyers) {
      await follow(buyer.browser, link);
      app.clock.advance(1000);
      sold.push(await opened.buy(buyer));
    }
    await app.flushClicks();
    return { begun: { ids, link, sold }, besides: [await accountOf(app, school)] };
  };
  const made = given ? { ...given, ...(await begin(given)) } : await schoolWith(app, `shop of affiliates, ${aim}, ${sales}`, begin, texts);
  const { begun, besides, ...school } = made;
  for (const affiliate of [mina, noor]) {
    await admit(affiliate, school);
    await noteJoining(app, affiliate);
  }
  // What was sold in a copy was sold as long ago as in the first.
  if (sales) app.clock.time = Math.max(app.clock.time, Date.now() + sales * 1000);
  const { link, sold } = begun;
  return { ...openAffiliateShop(app, shopOf(app, school), affiliatesOf([mina, noor], begun.ids)), link, sold };
}

const affiliatesOf = ([mina, noor]: [Person, Person], ids: [string, string]) => ({
  mina: { ...mina, affiliateId: ids[0] },
  noor: { ...noor, affiliateId: ids[1] },
});

/** Returns the account of a school at the sandbox, without the page on which its questions were answered. */
async function accountOf({ database: { pool } }: TestApp, { organisation }: School): Promise<string> {
  const { rows } = await pool.query('select account_id from gateway_accounts where organisation_id = $1', [organisation.id]);
  await pool.query("delete from sandbox_objects where id like 'link\\_%' and body ->> 'accountId' = $1", [rows[0].account_id]);
  return rows[0].account_id;
}

/** Notes where an affiliate has joined, which no row of the organisation says. */
const noteJoining = ({ database, clock }: TestApp, { id, browser }: Person): Promise<unknown> => {
  const client = { address: browser.headers['X-Forwarded-For'] as string, browser: '' };
  const client_hash = clientHash(createKeyring(SECRET), client).toString('hex');
  return noteSighting(database.db, { user_id: id, client_hash, seen_at: new Date(clock.now()).toISOString() });
};

function openAffiliateShop(app: TestApp, shop: Shop, affiliates: Pick<AffiliateShop, 'mina' | 'noor'>): Omit<AffiliateShop, 'link' | 'sold'> {
  const staff = shop.school.browser;
  const pay = async (url: string) => {
    await choose(app, url, 'pay');
    await app.mailbox.runJobs();
  };
  return {
    ...{ shop, staff, pay, ...affiliates },
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

interface AffiliateShops extends AffiliateShop {
  app: TestApp;
  /** Creates a new school with affiliates, in the time of the machine, and returns the IDs of its orders. */
  open(beginning?: Beginning): Promise<string[]>;
}

/** Starts the service for the tests of a file, which open schools with affiliates. */
export function affiliateShops(): AffiliateShops {
  const at = {} as AffiliateShops;
  at.open = async (beginning) => {
    beginNow(at.app);
    Object.assign(at, await newAffiliateShop(at.app, undefined, beginning));
    return at.sold;
  };
  beforeAll(async () => {
    at.app = await startTestApp(undefined, { idle: AFTERMATH });
  });
  afterAll(() => at.app.close());
  return at;
}

/** Gives each test of a file a new school with affiliates. */
export function eachWithAffiliateShop(beginning?: Beginning): AffiliateShops {
  const at = affiliateShops();
  beforeEach(() => at.open(beginning));
  return at;
}
