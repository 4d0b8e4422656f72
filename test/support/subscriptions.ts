import type { JobName } from '../../src/domain/kernel/jobs.ts';
import type { SandboxCard, SandboxDesk } from '../../src/platform/payments/sandbox-desk.ts';
import { startTestApp, type TestApp, withPorts } from './app.ts';
import { expectStatus } from './browser.ts';
import { runTask } from './jobs.ts';
import { answerSandbox, type Buyer, choose, newShop, type Shop } from './shop.ts';
import type { StripeObject } from './stripe-peer.ts';
import { type StripeShop, startStripeShop } from './stripe-shop.ts';

export const MONTHLY = { title: 'All courses', amount: 1900, currency: 'EUR', interval: 'month' };

export const DAY = 24 * 3600_000;

type Ports = Parameters<typeof withPorts>[0];

// biome-ignore lint/suspicious/noExplicitAny: bodies of responses
type Body = any;

/** What subscribers do at the gateway, and what time does there. */
interface Till {
  /** Somebody pays on a page of the gateway, which may ask for their country. */
  pay(url: string, country?: string): Promise<unknown>;
  /** Somebody confirms a payment there, with a card that asks for it each time. */
  confirm(url: string): Promise<unknown>;
  /** Decides what becomes of the payments of a subscription, named by its ID at the gateway. */
  setCard(id: string, card: SandboxCard): Promise<unknown>;
  /** Does what is due by the clock. */
  catchUp(): Promise<unknown>;
  /** Ends every subscription, and tells nobody. */
  forget(): void;
  /** What was paid for subscriptions in all. */
  taken(): Promise<number>;
}

export interface Club {
  app: TestApp;
  shop: Shop;
  till: Till;
  newBuyer(): Promise<Buyer>;
  newPlan(terms?: object): Promise<{ id: string }>;
  /** Asks to subscribe, and returns the answer whatever it is. */
  ask(buyer: Buyer, planId: string, body?: object): ReturnType<Buyer['browser']['call']>;
  /** Subscribes and pays. Returns the subscription. */
  subscribe(buyer: Buyer, planId: string, body?: object, country?: string): Promise<Body>;
  read(buyer: Buyer): Promise<Body>;
  cancel(buyer: Buyer, id: string): ReturnType<Buyer['browser']['call']>;
  change(buyer: Buyer, id: string, planId: string, preview?: boolean): ReturnType<Buyer['browser']['call']>;
  /** Changes the business from the next period on. */
  setBusiness(buyer: Buyer, id: string, business: object | null): ReturnType<Buyer['browser']['call']>;
  /** Lets time pass, without the jobs that run meanwhile. */
  advance(ms: number): Promise<void>;
  /** Moves the clock, and runs the job that asks the gateway. */
  pass(ms: number): Promise<void>;
  passTo(time: string): Promise<void>;
  /** Ends every subscription without a trace, so that no later test has time pass for those of an earlier one. */
  forget(): Promise<void>;
  /** Decides what becomes of the payments of a subscription from now on. */
  setCard(id: string, card: SandboxCard): Promise<void>;
  /** What was paid for subscriptions, oldest first. */
  paid(id: string): Promise<{ total: number; course_title: string; paid_at: string; flag: string | null }[]>;
  close(): Promise<void>;
}

/** What the orders of a subscription say of its payments, with these columns (SQL), oldest first. */
export const paidOrders = async ({ app }: Club, id: string, columns: string) =>
  (
    await app.database.pool.query(
      `select subtotal::int, discount::int, total::int, tax::int, flag, ${columns} from orders where subscription_id = $1 order by paid_at, id`,
      [id],
    )
  ).rows;

const FORGET = `
  update catalogue_subscriptions set state = case state when 'incomplete' then 'expired' else 'cancelled' end, ended_at = coalesce(period_end, expires_at),
    past_due_at = null, change_id = null, change_plan_id = null, change_plan_version = null, change_is_now = null, business_change_id = null
  where state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid')`;

/** Starts the service with an organisation whose learners can subscribe in the sandbox. */
export async function startClub(ports: Ports = {}, idle: readonly JobName[] = []): Promise<Club> {
  let desk: SandboxDesk | null = null;
  const app = await startTestApp(
    (services) => {
      desk = services.ports.payments?.sandbox ?? null;
      return withPorts(ports)(services);
    },
    { idle },
  );
  if (desk === null) throw new Error('there is no sandbox');
  return clubOf(app, await newShop(app, answerSandbox(app)), sandboxTill(app, desk));
}

/** The sandbox catches up by itself whenever it is asked. */
const sandboxTill = (app: TestApp, desk: SandboxDesk): Till => ({
  pay: (url, country) => choose(app, url, 'pay', country),
  confirm: (url) => choose(app, url, 'confirm'),
  setCard: desk.setCard,
  catchUp: async () => undefined,
  forget: () => {},
  taken: async () =>
    (await app.database.pool.query(`select sum((body -> 'total' ->> 'amount')::bigint)::int as total from sandbox_objects where body ? 'subscriptionId'`))
      .rows[0].total,
});

/** Starts the service with an organisation whose learners subscribe at a peer of Stripe, which does by the clock what Stripe does. */
export async function startStripeClub(ports: Ports = {}, idle: readonly JobName[] = []): Promise<Club & Pick<StripeShop, 'peer'>> {
  const { app, shop, peer, close } = await startStripeShop(ports, idle);
  return { ...clubOf(app, shop, stripeTill(peer)), peer, close };
}

function stripeTill({ objects, billing }: StripeShop['peer']): Till {
  const every = (kind: string) => [...objects.values()].filter(({ object }) => object === kind);
  const pay = async (url: string, country?: string) => {
    const session = every('checkout.session').find((one) => one.url === url);
    const invoice = every('invoice').find(({ hosted_invoice_url }) => hosted_invoice_url === url);
    await (session ? billing.subscribe(session, undefined, country) : billing.payOpen(objects.get(invoice?.subscription) as StripeObject));
  };
  return {
    pay,
    confirm: pay,
    setCard: async (id, card) => billing.setCard(id, card),
    catchUp: billing.catchUp,
    forget: billing.forget,
    taken: async () => every('invoice').reduce((sum, { amount_paid }) => sum + amount_paid, 0),
  };
}

/** A till for tests that do at the gateway what happens there. */
const NO_TILL: Till = {
  pay: () => Promise.reject(new Error('the test pays at the gateway')),
  confirm: () => Promise.reject(new Error('the test confirms at the gateway')),
  setCard: () => Promise.reject(new Error('the test decides at the gateway')),
  catchUp: async () => undefined,
  forget: () => {},
  taken: () => Promise.reject(new Error('the test looks at the gateway')),
};

/** A till of the sandbox for tests that only pay there. */
export const pagesTill = (app: TestApp): Till => ({ ...NO_TILL, pay: (url, country) => choose(app, url, 'pay', country) });

export function clubOf(app: TestApp, shop: Shop, till: Till = NO_TILL): Club {
  const { browser } = shop.school;
  const people: { id: string; browser: Buyer['browser'] }[] = [shop.school];
  const advance = async (ms: number) => {
    app.clock.advance(ms);
    // Sessions end long before subscriptions do. Whoever asks for nothing more needs none.
    for (const { id, browser } of people)
      browser.before(async () => {
        browser.cookie = await app.signedInCookie(id);
      });
  };
  const pass = async (ms: number) => {
    await advance(ms);
    await till.catchUp();
    await runTask(app, 'settle_due_subscriptions', {});
  };
  const read = async (buyer: Buyer) => (await expectStatus(200, buyer.browser.call('get', 'me/catalog-subscriptions/'))).body.results[0];
  const ask = (buyer: Buyer, plan_id: string, body: object = {}) => buyer.browser.call('post', 'catalog-subscriptions/checkout/', { plan_id, ...body });
  const gatewayIdOf = async (id: string) =>
    (await app.database.pool.query('select gateway_id from catalogue_subscriptions where id = $1', [id])).rows[0].gateway_id as string;
  return {
    app,
    shop,
    till,
    async newBuyer() {
      const buyer = await shop.newBuyer();
      people.push(buyer);
      return buyer;
    },
    newPlan: async (terms = {}) => (await expectStatus(201, browser.call('post', 'catalog-subscriptions/plans/', { ...MONTHLY, ...terms }))).body,
    ask,
    async subscribe(buyer, planId, wish, country) {
      const { body } = await expectStatus(201, ask(buyer, planId, wish));
      await till.pay(body.url, country);
      await app.mailbox.runJobs();
      return read(buyer);
    },
    read,
    cancel: (buyer, id) => buyer.browser.call('post', `me/catalog-subscriptions/${id}/cancel/`),
    change: (buyer, id, plan_id, preview = false) => buyer.browser.call('post', `me/catalog-subscriptions/${id}/change-plan/`, { plan_id, preview }),
    setBusiness: (buyer, id, business) => buyer.browser.call('patch', `me/catalog-subscriptions/${id}/`, { business }),
    advance,
    pass,
    passTo: (time) => pass(Date.parse(time) - app.clock.now()),
    async forget() {
      await app.mailbox.runJobs();
      till.forget();
      people.splice(1);
      await app.database.pool.query(FORGET);
    },
    setCard: async (id, card) => void (await till.setCard(await gatewayIdOf(id), card)),
    paid: async (id) =>
      (
        await app.database.pool.query(
          `select total::int, course_title, to_char(paid_at at time zone 'utc', 'YYYY-MM-DD') as paid_at, flag from orders where subscription_id = $1 order by paid_at, id`,
          [id],
        )
      ).rows,
    close: () => app.close(),
  };
}
