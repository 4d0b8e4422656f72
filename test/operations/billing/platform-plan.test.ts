import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import {
  buyPlan,
  eachWithPlatform,
  newFreeSchool,
  passDays,
  payPlan,
  planOf,
  platformBooksOf,
  subjectsOf,
  subscriptionOf,
} from '../../support/platform-shop.ts';
import { countOf } from '../../support/sample.ts';
import { newColleague } from '../../support/school.ts';
import { choose } from '../../support/shop.ts';

const at = eachWithPlatform();

const change = async (body: object) => (await expectStatus(200, buyPlan(at.school.browser, body))).body;

/** Opens connections to the database. Otherwise, the first of many requests is done before the others have theirs. */
const openConnections = (count: number) => Promise.all(Array.from({ length: count }, () => at.app.database.pool.query('select')));

test('an owner buys a plan on the page of the gateway, its limits count at once, the owner gets a receipt, and the books of the service balance', async () => {
  const { body } = await expectStatus(201, buyPlan(at.school.browser, { plan_id: 'starter' }));
  expect(body).toMatchObject({ effect: 'payment', effective_at: null, amount_due: 2900, currency: 'USD', billing: null });
  expect(await planOf(at.school)).toEqual(['free', 'active', null]);
  await choose(at.app, body.url, 'pay');
  await at.app.mailbox.runJobs();
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  expect((await subscriptionOf(at.school)).plan.course_limit).toBe(25);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
  expect(await subjectsOf(at.app, at.school)).toEqual([expect.stringContaining('Receipt: Starter plan')]);
  const { body: audit } = await at.school.browser.call('get', 'audit-log/?action=plan_purchase');
  expect(audit.results.map(({ action }: { action: string }) => action)).toEqual(['plan_purchase.active', 'plan_purchase.created']);
});

test('many requests at once begin one payment', async () => {
  const requests = countOf(50, 10);
  await openConnections(requests);
  const answers = await Promise.all(Array.from({ length: requests }, () => buyPlan(at.school.browser, { plan_id: 'pro', interval: 'year' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(requests - 1).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});

test('naming another plan before the first is paid ends the earlier page', async () => {
  const first = (await expectStatus(201, buyPlan(at.school.browser, { plan_id: 'starter' }))).body;
  const second = (await expectStatus(201, buyPlan(at.school.browser, { plan_id: 'pro' }))).body;
  expect((await at.app.http.get(new URL(first.url).pathname)).text).toContain('This checkout has expired');
  await choose(at.app, second.url, 'pay');
  await at.app.mailbox.runJobs();
  expect(await planOf(at.school)).toEqual(['pro', 'active', 'active']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 9900, plan_sales: -9900 });
});

test('only owners buy, and what is not sold is refused', async () => {
  const colleague = await newColleague(at.app, at.school);
  expect(await refusalOf(buyPlan(colleague.browser, { plan_id: 'starter' }))).toEqual([403, 'permission_denied']);
  const { body } = await expectStatus(400, buyPlan(at.school.browser, { plan_id: 'gold' }));
  expect(body.errors).toEqual([expect.objectContaining({ field: 'plan_id', code: 'unknown' })]);
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'free' }))).toEqual([409, 'not_subscribed']);
});

test('a preview shows what would be paid, and begins nothing', async () => {
  const shown = await change({ plan_id: 'pro', interval: 'year', preview: true });
  expect(shown).toMatchObject({ effect: 'payment', url: null, amount_due: 99000, lines: [{ kind: 'charge', amount: 99000 }] });
  expect((await at.app.database.pool.query('select from platform_purchases where organisation_id = $1', [at.school.organisation.id])).rowCount).toBe(0);
});

test('a larger plan counts at once and costs the difference for the rest of the period, by seconds', async () => {
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  const { period_start, period_end } = (await subscriptionOf(at.school)).billing;
  const [start, end] = [Date.parse(period_start) / 1000, Date.parse(period_end) / 1000].map(Math.floor) as [number, number];
  at.app.clock.advance(10 * 24 * 3600_000);
  const left = end - Math.floor(at.app.clock.now() / 1000);
  const due = Math.round((9900 * left) / (end - start)) - Math.round((2900 * left) / (end - start));
  const shown = await change({ plan_id: 'pro', preview: true });
  expect(shown).toMatchObject({ effect: 'now', amount_due: due, url: null });
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  expect(await change({ plan_id: 'pro' })).toMatchObject({ effect: 'now', amount_due: due, billing: { item_id: 'pro', amount: 9900, period_end } });
  expect(await planOf(at.school)).toEqual(['pro', 'active', 'active']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900 + due, plan_sales: -2900 - due });
});

test('many requests for a larger plan at once charge the difference once', async () => {
  const requests = countOf(20, 6);
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  at.app.clock.advance(24 * 3600_000);
  const { amount_due } = await change({ plan_id: 'pro', preview: true });
  await openConnections(requests);
  const answers = await Promise.all(Array.from({ length: requests }, () => buyPlan(at.school.browser, { plan_id: 'pro' })));
  expect(answers.map(({ status }) => status)).toEqual(Array(requests).fill(200));
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900 + amount_due, plan_sales: -2900 - amount_due });
});

test('if the saved card cannot be charged for a larger plan, nothing changes', async () => {
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  await at.setCard(at.school, 'fails');
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'pro' }))).toEqual([409, 'payment_refused']);
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  await at.setCard(at.school, 'works');
  await change({ plan_id: 'pro' });
  expect(await planOf(at.school)).toEqual(['pro', 'active', 'active']);
});

test('a larger plan takes an end back if the saved card can be charged, and leaves it otherwise', async () => {
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  await change({ plan_id: 'free' });
  await at.setCard(at.school, 'fails');
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'pro' }))).toEqual([409, 'payment_refused']);
  expect((await subscriptionOf(at.school)).billing).toMatchObject({ item_id: 'starter', cancel_at_period_end: true });
  await at.setCard(at.school, 'works');
  expect(await change({ plan_id: 'pro' })).toMatchObject({ billing: { item_id: 'pro', cancel_at_period_end: false } });
  await change({ plan_id: 'free' });
  expect(await change({ plan_id: 'starter' })).toMatchObject({ billing: { item_id: 'pro', next_item_id: 'starter', cancel_at_period_end: false } });
  await change({ plan_id: 'free' });
  expect(await change({ plan_id: 'starter' })).toMatchObject({ billing: { item_id: 'pro', next_item_id: 'starter', cancel_at_period_end: false } });
  await passDays(at.app, at.school, 31);
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  const { body: audit } = await at.school.browser.call('get', 'audit-log/?action=plan_purchase.resumed');
  expect(audit.count).toBe(3);
});

test('a smaller plan begins with the next period, and deletes nothing that exceeds its limits', async () => {
  await payPlan(at.app, at.school, { plan_id: 'pro' });
  await at.app.database.pool.query(
    `insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis)
       select organisation_id, gen_random_uuid(), title, slug || n, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis
         from courses cross join generate_series(1, 25) n where id = $1`,
    [at.school.courseId],
  );
  expect(await change({ plan_id: 'starter' })).toMatchObject({ effect: 'period_end', amount_due: 0, billing: { item_id: 'pro', next_item_id: 'starter' } });
  expect(await planOf(at.school)).toEqual(['pro', 'active', 'active']);
  await passDays(at.app, at.school, 31);
  expect((await subscriptionOf(at.school)).billing).toMatchObject({ item_id: 'starter', amount: 2900, next_item_id: null });
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  expect((await at.school.browser.call('get', 'courses/')).body.count).toBe(26);
  expect(await refusalOf(at.school.browser.call('post', 'courses/', { title: 'One more' }))).toEqual([403, 'course_limit']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 12800, plan_sales: -12800 });
});

test('naming the current plan takes a smaller one, and an end, back', async () => {
  await payPlan(at.app, at.school, { plan_id: 'pro' });
  await change({ plan_id: 'starter' });
  expect(await change({ plan_id: 'pro' })).toMatchObject({ effect: 'now', effective_at: expect.any(String), billing: { item_id: 'pro', next_item_id: null } });
  expect(await change({ plan_id: 'free' })).toMatchObject({ effect: 'period_end', billing: { cancel_at_period_end: true } });
  expect(await change({ plan_id: 'pro' })).toMatchObject({ effect: 'now', billing: { cancel_at_period_end: false } });
  expect(await change({ plan_id: 'pro' })).toMatchObject({ effect: 'none' });
  await passDays(at.app, at.school, 31);
  expect(await planOf(at.school)).toEqual(['pro', 'active', 'active']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 19800, plan_sales: -19800 });
});

test('after a smaller plan was chosen, a larger one credits what was paid for the period', async () => {
  await payPlan(at.app, at.school, { plan_id: 'pro' });
  await change({ plan_id: 'starter' });
  const shown = await change({ plan_id: 'enterprise', preview: true });
  expect(shown.lines).toEqual([expect.objectContaining({ kind: 'credit', amount: -9900 }), expect.objectContaining({ kind: 'charge', amount: 49900 })]);
  await change({ plan_id: 'enterprise' });
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 49900, plan_sales: -49900 });
  await passDays(at.app, at.school, 31);
  expect(await planOf(at.school)).toEqual(['enterprise', 'active', 'active']);
});

test('free ends the plan with its period, and the organisation is on the free plan', async () => {
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  await change({ plan_id: 'free' });
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
  await passDays(at.app, at.school, 31);
  expect(await planOf(at.school)).toEqual(['free', 'active', null]);
  expect(await subjectsOf(at.app, at.school)).toContainEqual(expect.stringMatching(/’s plan or storage has ended$/));
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 2900, plan_sales: -2900 });
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  expect(await planOf(at.school)).toEqual(['starter', 'active', 'active']);
});

test('a month can become a year with the same plan or a larger one, and nothing else changes the interval', async () => {
  await payPlan(at.app, at.school, { plan_id: 'pro' });
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'starter', interval: 'year' }))).toEqual([409, 'plan_not_changeable']);
  expect(await change({ plan_id: 'pro', interval: 'year' })).toMatchObject({ effect: 'now', billing: { interval: 'year', amount: 99000 } });
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'pro', interval: 'month' }))).toEqual([409, 'plan_not_changeable']);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 99000, plan_sales: -99000 });
});

test('paying works if no notification ever arrives, and a page that nobody uses expires', async () => {
  const other = await newFreeSchool(at.app);
  const [paid, left] = [(await buyPlan(at.school.browser, { plan_id: 'pro' })).body, (await buyPlan(other.browser, { plan_id: 'pro' })).body];
  await choose(at.app, paid.url, 'pay');
  await at.app.database.pool.query('delete from gateway_notifications');
  await at.app.database.pool.query(`delete from graphile_worker._private_jobs where payload ->> 'gateway' is not null`);
  at.app.clock.advance(10 * 60_000);
  await runTask(at.app, 'settle_platform_purchases');
  await at.app.mailbox.runJobs();
  expect([await planOf(at.school), await planOf(other)]).toEqual([
    ['pro', 'active', 'active'],
    ['free', 'active', null],
  ]);
  at.app.clock.advance(60 * 60_000);
  await runTask(at.app, 'settle_platform_purchases');
  await at.app.mailbox.runJobs();
  const { rows } = await at.app.database.pool.query('select status from platform_purchases where organisation_id = $1', [other.organisation.id]);
  expect([rows, left.url]).toEqual([[{ status: 'expired' }], expect.any(String)]);
});

test('a plan that was given includes all smaller ones, and giving one ends the plan that is paid for', async () => {
  await expectStatus(200, at.school.browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'pro', status: 'active' }));
  expect(await refusalOf(buyPlan(at.school.browser, { plan_id: 'starter' }))).toEqual([409, 'plan_included']);
  await payPlan(at.app, at.school, { plan_id: 'enterprise' });
  expect(await planOf(at.school)).toEqual(['enterprise', 'active', 'active']);
  await expectStatus(200, at.school.browser.call('put', 'qa/me/platform-subscription/', { plan_id: 'starter', status: 'active' }));
  await at.app.mailbox.runJobs();
  await passDays(at.app, at.school, 62);
  expect(await planOf(at.school)).toEqual(['starter', 'active', null]);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 49900, plan_sales: -49900 });
});
