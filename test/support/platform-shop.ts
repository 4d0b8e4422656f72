import type { JobName } from '../../src/domain/kernel/jobs.ts';
import type { sandboxPayments } from '../../src/platform/payments/sandbox.ts';
import type { SandboxCard } from '../../src/platform/payments/sandbox-desk.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import { runTask } from './jobs.ts';
import { newSchool, type School } from './school.ts';
import { choose } from './shop.ts';
import { beginNow } from './worlds.ts';

export type SandboxPayments = ReturnType<typeof sandboxPayments>;

/** Mails about what organisations buy of the service. */
export const PLATFORM_MAILS: readonly JobName[] = ['mail_platform_payment', 'mail_platform_purchase', 'mail_platform_reversal'];

interface Platform {
  app: TestApp;
  payments(): SandboxPayments;
  setCard(school: School, card: SandboxCard): Promise<void>;
}

/** Starts the service with its sandbox, at which the test decides about cards. */
export async function startPlatform(idle: readonly JobName[] = []): Promise<Platform> {
  let payments: SandboxPayments | undefined;
  const app = await startTestApp(
    (services) => {
      payments = services.ports.payments as SandboxPayments;
      return services;
    },
    { idle },
  );
  return {
    app,
    payments: () => payments as SandboxPayments,
    async setCard({ organisation }, card) {
      const { rows } = await app.database.pool.query(
        `select subscription_id from platform_purchases where organisation_id = $1 and subscription_id is not null order by id desc limit 1`,
        [organisation.id],
      );
      await payments?.sandbox?.setCard(rows[0].subscription_id, card);
    },
  };
}

/** Ends what schools have bought without a trace, so that no later test has time pass for an earlier one. */
export async function forgetPurchases({ database: { pool } }: TestApp): Promise<void> {
  await pool.query(
    `update platform_purchases set status = case status when 'pending' then 'expired' else 'ended' end, ended_at = coalesce(period_end, expires_at),
       grace_until = null, change_id = null, change_item_id = null, change_interval = null, change_amount = null, change_now = null, change_price = null,
       tax_change_id = null
     where status in ('pending', 'active', 'past_due')`,
  );
}

/** Gives each test of a file a new school on the free plan. */
export function eachWithPlatform() {
  const at = {} as Platform & { school: School };
  beforeAll(async () => {
    Object.assign(at, await startPlatform());
  });
  beforeEach(async () => {
    beginNow(at.app);
    at.school = await newFreeSchool(at.app);
  });
  afterEach(() => forgetPurchases(at.app));
  afterAll(() => at.app.close());
  return at;
}

/** The plan of a school, its state, and that of what is paid for it. */
export async function planOf(school: School): Promise<[plan: string, state: string, paid: string | null]> {
  const { plan, status, billing } = await subscriptionOf(school);
  return [plan.id, status, billing?.status ?? null];
}

/** Creates a school on the free plan. */
export async function newFreeSchool(app: TestApp): Promise<School> {
  const school = await newSchool(app);
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  school.browser.headers['X-Organisation'] = school.organisation.id;
  return school;
}

export const buyPlan = (browser: Browser, body: object) => browser.call('post', 'billing/subscription/', body);
export const buyStorage = (browser: Browser, body: object) => browser.call('post', 'storage/checkout/', body);
export const subscriptionOf = async ({ browser }: School) => (await expectStatus(200, browser.call('get', 'billing/subscription/'))).body;
export const storageOf = async ({ browser }: School) => (await expectStatus(200, browser.call('get', 'storage/checkout/'))).body.billing;
export const limitOf = async ({ browser }: School) => (await expectStatus(200, browser.call('get', 'storage/usage/'))).body.limit_bytes;

/** Buys a plan at the sandbox. */
export async function payPlan(app: TestApp, school: School, body: object): Promise<void> {
  const { url } = (await expectStatus(201, buyPlan(school.browser, body))).body;
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
}

/** Buys storage at the sandbox. */
export async function payStorage(app: TestApp, school: School, body: object): Promise<void> {
  const { url } = (await expectStatus(201, buyStorage(school.browser, body))).body;
  await choose(app, url, 'pay');
  await app.mailbox.runJobs();
}

const DAY_MS = 24 * 3600_000;

/** Lets days pass, has everything done that is due then, and has the owner sign in again. */
export async function passDays(app: TestApp, { id, browser }: School, days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  browser.cookie = await app.signedInCookie(id);
  await runTask(app, 'settle_platform_purchases');
}

/** The sums of the books of the service about an organisation, by account. */
export async function platformBooksOf(app: TestApp, { organisation }: School): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query(
    `select account, sum(amount)::int as sum from platform_entries e join platform_transactions t on t.id = e.transaction_id
     where t.payer_id = $1 group by account order by account`,
    [organisation.id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

export const subjectsOf = async (app: TestApp, { email }: { email: string }): Promise<(string | undefined)[]> =>
  (await app.mailbox.read(email)).map(({ subject }) => subject);
