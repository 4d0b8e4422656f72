import { type AffiliateShop, follow, newAffiliateShop } from './affiliates.ts';
import { startTestApp, type TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { AFTERMATH } from './jobs.ts';
import type { School } from './school.ts';
import type { Buyer } from './shop.ts';
import { type Club, clubOf, pagesTill } from './subscriptions.ts';
import { beginNow } from './worlds.ts';

/** A school that sells plans, with two approved affiliates. */
export interface AffiliateClub extends AffiliateShop, Omit<Club, 'shop'> {
  /** Has a new buyer follow a link of Mina. */
  newFollower(link?: string): Promise<Buyer>;
  /** Has a new buyer follow a link of Mina, and subscribe to a new plan. */
  sellPlan(terms?: object): Promise<{ buyer: Buyer; planId: string; id: string }>;
  /** Lets whole periods of a subscription pass, each of which is paid. */
  renew(buyer: Buyer, times: number): Promise<void>;
  /** Pays an order of a subscription back, or a part of it. */
  refundPayment(orderId: string, amount?: number): Promise<void>;
  /** The orders with which a subscription was paid, oldest first. */
  paymentsOf(id: string): Promise<string[]>;
  /** Marks the first commission on an order as settled. */
  settle(orderId: string): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of a query
  query(text: string, ...values: unknown[]): Promise<any[]>;
  /** What was earned, oldest first: base, amount, and status. */
  earned(query?: string): Promise<[number, number, string][]>;
}

/** Gives each test of a file a new school with affiliates that sells plans. */
export function eachWithAffiliateClub(): AffiliateClub {
  const at = {} as AffiliateClub;
  beforeAll(async () => {
    at.app = await startTestApp(undefined, { idle: AFTERMATH });
  });
  beforeEach(async () => {
    beginNow(at.app);
    Object.assign(at, await newAffiliateClub(at.app));
  });
  afterEach(() => at.forget());
  afterAll(() => at.app.close());
  return at;
}

export async function newAffiliateClub(app: TestApp, school?: School): Promise<AffiliateClub> {
  const shop = await newAffiliateShop(app, school, { link: 'school' });
  const club = clubOf(app, shop.shop, pagesTill(app));
  const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;
  const newFollower = async (followed = shop.link) => {
    const buyer = await club.newBuyer();
    await follow(buyer.browser, followed);
    app.clock.advance(1000);
    return buyer;
  };
  return {
    ...club,
    ...shop,
    newFollower,
    async sellPlan(terms) {
      const { id: planId } = await club.newPlan(terms);
      const buyer = await newFollower();
      const { id } = await club.subscribe(buyer, planId);
      return { buyer, planId, id };
    },
    async renew(buyer, times) {
      for (let time = 0; time < times; time++) {
        const [last] = await query('select period_end from catalogue_subscriptions where user_id = $1 order by created_at desc limit 1', buyer.id);
        await club.passTo(last.period_end);
      }
    },
    async refundPayment(orderId, amount) {
      await expectStatus(201, shop.staff.call('post', `orders/${orderId}/refund/`, amount === undefined ? {} : { amount }));
      await app.mailbox.runJobs();
    },
    query,
    paymentsOf: async (id) => (await query('select id from orders where subscription_id = $1 order by paid_at, id', id)).map((row) => row.id),
    async settle(orderId) {
      const { id } = (await shop.commissions()).findLast(({ order_id }) => order_id === orderId);
      await expectStatus(200, shop.staff.call('patch', `affiliates/commissions/${id}/settle/`, { settled: true }));
    },
    earned: async (query = '') =>
      (await shop.commissions(query)).map(({ base, amount, status }) => [base, amount, status] as [number, number, string]).reverse(),
  };
}
