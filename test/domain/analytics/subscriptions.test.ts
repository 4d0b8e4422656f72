import fc from 'fast-check';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { localDay } from '../../../src/domain/kernel/moments.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newSchool, type School } from '../../support/school.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const GRACE = 7 * DAY;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

/** How long ago, in hours, something happened. */
const ago = fc.integer({ min: 0, max: 90 * 24 });
const subscription = fc.record({
  state: fc.constantFrom('trialing', 'active', 'past_due', 'unpaid', 'cancelled', 'completed'),
  began: ago,
  trialHours: fc.option(fc.integer({ min: 1, max: 30 * 24 }), { nil: null }),
  moved: ago,
  plan: fc.integer({ min: 0, max: 4 }),
  isLive: fc.boolean(),
});
type Made = (typeof subscription extends fc.Arbitrary<infer S> ? S : never) & { startedAt: number; trialEndsAt: number | null; movedAt: number };

const PLANS = [
  { amount: 1900, currency: 'EUR', interval: 'month' },
  { amount: 19_001, currency: 'EUR', interval: 'year' },
  { amount: 2500, currency: 'USD', interval: 'month' },
  { amount: 5, currency: 'USD', interval: 'year' },
  { amount: 7, currency: 'JPY', interval: 'year' },
] as const;

async function newPlans(organisationId: string): Promise<string[]> {
  const ids = PLANS.map(() => newId());
  for (const [index, { amount, currency, interval }] of PLANS.entries())
    await query(
      `with plan as (insert into catalogue_plans (organisation_id, id, title, description, version, is_for_all_courses, created_at)
          values ($1, $2, 'Plan', '', 1, true, now()) returning organisation_id, id)
        insert into catalogue_plan_versions (organisation_id, plan_id, version, amount, currency, interval, trial_days, created_at)
        select organisation_id, id, 1, $3, $4, $5, 0, now() from plan`,
      ...[organisationId, ids[index], amount, currency, interval],
    );
  return ids;
}

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function store(organisationId: string, plans: readonly string[], made: readonly Made[]): Promise<void> {
  await query('delete from catalogue_subscriptions where organisation_id = $1', organisationId);
  for (const { state, startedAt, trialEndsAt, movedAt, plan, isLive } of made) {
    const [isOver, isOverdue] = [state === 'cancelled' || state === 'completed', state === 'past_due' || state === 'unpaid'];
    await query(
      `insert into catalogue_subscriptions (organisation_id, id, plan_id, plan_version, state, gateway, gateway_id, livemode, account_id, platform_fee_share, taxes,
        trial_days, trial_ends_at, started_at, ended_at, past_due_at, created_at, expires_at, checked_at)
        values ($1, $2::uuid, $3, 1, $4, 'sandbox', $2::uuid::text, $5, 'account', 0, '[]', 0, $6, $7, $8, $9, $7, now() + interval '1 year', now())`,
      ...[organisationId, newId(), plans[plan], state, isLive, time(trialEndsAt), time(startedAt)],
      ...[isOver ? time(movedAt) : null, isOverdue ? time(movedAt) : null],
    );
  }
}

/** What the figures are, counted one by one. */
function expected(made: readonly Made[], timezone: string, { from, to }: { from?: string; to?: string }) {
  const live = made.filter(({ state }) => state === 'active' || state === 'past_due');
  const twelfths = new Map<string, number>();
  for (const { plan } of live) {
    const { amount, currency, interval } = PLANS[plan] as (typeof PLANS)[number];
    twelfths.set(currency, (twelfths.get(currency) ?? 0) + (interval === 'year' ? amount : 12 * amount));
  }
  const until = ({ state, movedAt }: Made) => (state === 'cancelled' || state === 'completed' ? movedAt : state === 'unpaid' ? movedAt + GRACE : null);
  /** On which day something happened, or after all days. */
  const dayOf = (at: number | null) => (at === null ? '9999' : localDay(timezone, new Date(at).toISOString()));
  const atStart = made.filter((one) => {
    const day = dayOf(Math.max(one.startedAt, one.trialEndsAt ?? 0));
    return from !== undefined && day < from && dayOf(until(one)) >= from;
  });
  const ended = atStart.filter((one) => one.state !== 'completed' && dayOf(until(one)) <= (to ?? '9998'));
  return {
    live: live.length,
    trialing: made.filter(({ state }) => state === 'trialing').length,
    mrr: [...twelfths].sort().map(([currency, sum]) => ({ currency, amount: Math.floor((sum + 6) / 12) })),
    live_at_start: atStart.length,
    ended: ended.length,
    churn_percent: atStart.length === 0 ? null : Math.floor((ended.length * 10_000) / atStart.length) / 100,
  };
}

test('recurring revenue and churn are those of a count one by one, whatever became of the subscriptions', async () => {
  const { organisation, browser } = school;
  const plans = await newPlans(organisation.id);
  const range = fc.record({ from: fc.integer({ min: 0, max: 60 }), days: fc.integer({ min: 0, max: 60 }), isOpen: fc.boolean() });
  const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/St_Johns');
  await fc.assert(
    fc.asyncProperty(fc.array(subscription, { maxLength: 25 }), range, zone, async (drawn, { from, days, isOpen }, timezone) => {
      const now = app.clock.now();
      const made = drawn.map((one): Made => {
        const startedAt = now - one.began * HOUR;
        return {
          ...one,
          startedAt,
          trialEndsAt: one.trialHours === null ? null : startedAt + one.trialHours * HOUR,
          movedAt: now - Math.min(one.moved, one.began) * HOUR,
        };
      });
      await query('update organisations set timezone = $2 where id = $1', organisation.id, timezone);
      await query(
        'insert into analytics_zones (organisation_id, timezone) values ($1, $2) on conflict (organisation_id) do update set timezone = $2',
        organisation.id,
        timezone,
      );
      await store(organisation.id, plans, made);
      const first = localDay(timezone, new Date(now - from * DAY).toISOString());
      const last = localDay(timezone, new Date(now - Math.max(0, from - days) * DAY).toISOString());
      const asked: { from: string; to?: string } = isOpen ? { from: first } : { from: first, to: last };
      const { body } = await expectStatus(
        200,
        browser.call('get', `analytics/overview/?${new URLSearchParams({ ...asked, livemode: 'true' } as Record<string, string>)}`),
      );
      const wanted = made.filter(({ isLive }) => isLive);
      expect(body.subscriptions).toEqual(expected(wanted, timezone, asked));
    }),
    { numRuns: 40 },
  );
});

test('without a first day, nothing was live at the start', async () => {
  const { organisation, browser } = await newSchool(app);
  const plans = await newPlans(organisation.id);
  const at = app.clock.now();
  await store(organisation.id, plans, [
    { state: 'cancelled', began: 0, trialHours: null, moved: 0, plan: 0, isLive: true, startedAt: at - 9 * DAY, trialEndsAt: null, movedAt: at - DAY },
  ]);
  const { body } = await expectStatus(200, browser.call('get', 'analytics/overview/?livemode=true'));
  expect(body.subscriptions).toEqual({ live: 0, trialing: 0, mrr: [], live_at_start: 0, ended: 0, churn_percent: null });
});
