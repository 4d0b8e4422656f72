import { type AffiliateShop, follow, newAffiliateShop, newLink } from './affiliates.ts';
import { expectStatus } from './browser.ts';
import type { Buyer } from './shop.ts';
import { type Club, clubOf, startClub } from './subscriptions.ts';

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
  /** What was earned, oldest first: base, amount, and status. */
  earned(query?: string): Promise<[number, number, string][]>;
}

/** Gives each test of a file a new school with affiliates that sells plans. */
export function eachWithAffiliateClub(): AffiliateClub {
  const at = {} as AffiliateClub;
  let base: Club;
  beforeAll(async () => {
    base = await startClub();
  });
  beforeEach(async () => {
    Object.assign(at, await newAffiliateClub(base));
  });
  afterAll(() => base.app.close());
  return at;
}

async function newAffiliateClub({ app, desk }: Club): Promise<AffiliateClub> {
  const shop = await newAffiliateShop(app);
  const club = clubOf(app, desk, shop.shop);
  const link = await newLink(shop.mina);
  const newFollower = async (followed = link) => {
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
      for (let time = 0; time < times; time++) await club.passTo((await club.read(buyer)).period_end);
    },
    async refundPayment(orderId, amount) {
      await expectStatus(201, shop.staff.call('post', `orders/${orderId}/refund/`, amount === undefined ? {} : { amount }));
      await app.mailbox.runJobs();
    },
    earned: async (query = '') =>
      (await shop.commissions(query)).map(({ base, amount, status }) => [base, amount, status] as [number, number, string]).reverse(),
  };
}
