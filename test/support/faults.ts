import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Chance } from '../../scripts/crash/chance.ts';
import { SECRET } from './app.ts';
import { expectStatus, type TestUser } from './browser.ts';
import { runTask } from './jobs.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { type Buyer, booksOf, newBuyers } from './shop.ts';
import { CONNECT_SECRET, SECRET_KEY, type StripeObject } from './stripe-peer.ts';
import { listenWith, type StripeShop, sessionOf, startStripeShop } from './stripe-shop.ts';

const KILLS = 10;
/** A process is killed during one of these, as many milliseconds after it has begun. */
const STEPS = ['checkout', 'payment', 'return', 'refund'] as const;
const LONGEST_MS = 50;

/**
 * Registers a test that kills the process again and again while people buy.
 * @param seed of the faults. FAULT_SEED replaces it.
 */
export function testFaults(seed: number): void {
  const chance = new Chance(Number(process.env.FAULT_SEED ?? seed));
  let one: StripeShop;
  let folder: string;
  /** The process that buyers and the gateway reach. */
  let service: ServiceProcess;
  /** Starts meanwhile, and takes its place when it dies. */
  let successor: Promise<ServiceProcess> | null = null;
  beforeAll(async () => {
    one = await startStripeShop();
    folder = await mkdtemp(join(tmpdir(), 'lms-faults-'));
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await (await successor)?.end('SIGKILL');
    await one.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = () =>
    startServiceProcess({
      DATABASE_URL: one.app.database.url,
      DATA_DIR: folder,
      SECRET_KEY: SECRET,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_own',
      STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET,
      STRIPE_API_URL: one.peer.url,
    });

  /** Sends a request of a buyer to the process, which may die meanwhile. */
  async function ask({ browser }: TestUser, method: string, path: string, body?: object): Promise<Record<string, unknown> | null> {
    const headers = { ...browser.headers, Cookie: browser.cookie ?? '', 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(`${service.url}/api/v1/${path}`, { method, headers, ...sent })
      .then(
        (answer) => answer.json() as Promise<Record<string, unknown>>,
        () => null,
      )
      .catch(() => null);
  }

  /** A buyer begins a checkout, pays at the gateway, comes back to the service, and may ask for the money back. */
  async function buy(buyer: Buyer, wantsRefund: boolean, begins: (step: (typeof STEPS)[number]) => void): Promise<void> {
    const { courseId } = one.shop;
    begins('checkout');
    const checkout = (await ask(buyer, 'POST', `courses/${courseId}/checkout/`)) as { order?: { id: string } } | null;
    if (!checkout?.order) return;
    begins('payment');
    await one.peer.pay(sessionOf(one.peer, checkout.order.id));
    begins('return');
    await ask(buyer, 'GET', `me/orders/${checkout.order.id}/?refresh=true`);
    if (!wantsRefund) return;
    begins('refund');
    await ask(buyer, 'POST', `courses/${courseId}/refund/`, {});
  }

  test(`${KILLS} kills of the process between checkout and enrollment, with notifications lost, doubled and shuffled, leave money and access in agreement`, async () => {
    const { app, peer, shop } = one;
    const { school, courseId } = shop;
    await expectStatus(200, school.browser.call('put', `courses/${courseId}/refund-policy/`, { is_enabled: true }));
    const buyers = await newBuyers(shop, KILLS);
    peer.listener = async (body, signature) => {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      for (let times = chance.of([0, 1, 2]); times > 0; times--)
        await fetch(`${service.url}/billing/gateway/webhook/`, { method: 'POST', headers, body }).then(
          (answer) => answer.arrayBuffer(),
          () => undefined,
        );
    };
    peer.now = Date.now;
    successor = start();
    for (const [index, buyer] of buyers.entries()) {
      service = await (successor ?? start());
      successor = index + 1 < KILLS ? start() : null;
      const fatal = chance.of(STEPS);
      let death: Promise<unknown> | null = null;
      await buy(buyer, fatal === 'refund' || index % 5 === 0, (step) => {
        if (step === fatal) death = pause(chance.next() * LONGEST_MS).then(() => service.end('SIGKILL'));
      });
      await (death ?? service.end('SIGKILL'));
    }

    // The jobs that find what was lost run later.
    peer.listener = null;
    await app.database.pool.query(
      'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))',
    );
    for (let round = 0; round < 2; round++) {
      app.clock.advance(61 * 60_000);
      await runTask(app, 'settle_open_orders');
      await runTask(app, 'settle_open_reversals');
    }
    await agree();
    peer.now = () => app.clock.now();
    peer.listener = listenWith(app);
    const late = [...peer.events, ...peer.events].map((event) => ({ event, at: chance.next() })).sort((a, b) => a.at - b.at);
    for (const { event } of late) await peer.send(event);
    await app.mailbox.runJobs();
    await agree();

    /** Every payment at the gateway is a paid order with access or with its refund, once in the books, and there is nothing else. */
    async function agree(): Promise<void> {
      const sessions = [...peer.objects.values()].filter(({ object }) => object === 'checkout.session');
      const refunds = [...peer.objects.values()].filter(({ object }) => object === 'refund');
      const paid = sessions.filter(({ payment_status }) => payment_status === 'paid');
      const expected = paid.map((session) => {
        const count = refunds.filter(({ payment_intent }) => payment_intent === session.payment_intent.id).length;
        return { id: session.client_reference_id as string, refunded: count * 4900, refunds: count, facts: 1 + count, has_access: count === 0 };
      });
      const { rows } = await app.database.pool.query(
        `select o.id, o.refunded, (select count(*)::int from refunds r where r.order_id = o.id and r.state = 'succeeded') as refunds,
         (select count(*)::int from ledger_transactions t where t.order_id = o.id) as facts,
         exists (select from enrollments e where e.course_id = o.course_id and e.user_id = o.buyer_id and e.revoked_at is null) as has_access
       from orders o where o.state = 'paid'`,
      );
      const byId = (a: StripeObject, b: StripeObject) => (a.id < b.id ? -1 : 1);
      expect(rows.sort(byId)).toEqual(expected.sort(byId));
      expect(expected.every(({ refunds: count }) => count <= 1)).toBe(true);
      const { rows: open } = await app.database.pool.query(`select id from orders where state in ('pending', 'processing') or refund_state = 'pending'`);
      expect(open).toEqual([]);
      const { rows: others } = await app.database.pool.query(
        `select e.id from enrollments e where e.course_id = $1 and not exists (select from orders o where o.buyer_id = e.user_id and o.state = 'paid')`,
        [courseId],
      );
      expect(others).toEqual([]);
      const back = refunds.length * 4900;
      const books = await booksOf(app, school.organisation.id);
      expect([books.gateway_clearing ?? 0, books.total ?? 0]).toEqual([paid.length * 4900 - back, 0]);
    }
  });
}
