import { newId } from '../../../src/domain/kernel/ids.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { countOf } from '../../support/sample.ts';
import { choose } from '../../support/shop.ts';
import { type Club, DAY, startClub } from '../../support/subscriptions.ts';

let club: Club;
/** The usual plan, which no test changes. */
let usual: { id: string };
beforeAll(async () => {
  club = await startClub({}, AFTERMATH);
  usual = await club.newPlan();
});
afterEach(() => club.forget());
afterAll(() => club.app.close());

const subscribed = async (terms: object | null = null) => {
  const plan = terms === null ? usual : await club.newPlan(terms);
  const buyer = await club.newBuyer();
  return { plan, buyer, subscription: await club.subscribe(buyer, plan.id) };
};

test('a cancelled subscription gives access until its period ends, and is taken back by changing to the same plan', async () => {
  const { plan, buyer, subscription } = await subscribed();
  const { body } = await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(body).toMatchObject({ state: 'active', cancels_at_period_end: true, period_end: subscription.period_end });
  expect((await expectStatus(200, club.cancel(buyer, subscription.id))).body).toEqual(body);
  const { body: resumed } = await expectStatus(200, club.change(buyer, subscription.id, plan.id));
  expect(resumed).toMatchObject({ subscription: { cancels_at_period_end: false, state: 'active' }, total: 0, lines: [] });
  await club.passTo(subscription.period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2 });
  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(await club.shop.accessOf(buyer)).toMatchObject({ is_over: false });
  const { period_end } = await club.read(buyer);
  await club.passTo(period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'cancelled', ended_at: period_end, paid_periods: 2 });
  expect(await club.shop.accessOf(buyer)).toMatchObject({ is_over: true });
  expect(await refusalOf(club.cancel(buyer, subscription.id))).toEqual([409, 'subscription_over']);
  expect(await refusalOf(club.change(buyer, subscription.id, plan.id))).toEqual([409, 'subscription_over']);
});

test('a dearer plan begins at once and costs the difference for the rest of the period, by seconds', async () => {
  const { buyer, subscription } = await subscribed();
  const dearer = await club.newPlan({ title: 'More', amount: 2999 });
  const [from, until] = [Date.parse(subscription.period_start), Date.parse(subscription.period_end)].map((time) => Math.floor(time / 1000)) as [number, number];
  await club.pass(10 * DAY);
  const { body: preview } = await expectStatus(200, club.change(buyer, subscription.id, dearer.id, true));
  expect(preview.subscription).toMatchObject({ plan: { amount: 1900 } });
  const left = until - Math.floor(club.app.clock.now() / 1000);
  const credit = Math.floor((1900 * left) / (until - from) + 0.5);
  const charge = Math.floor((2999 * left) / (until - from) + 0.5);
  expect(preview.lines).toMatchObject([
    { kind: 'credit', amount: -credit },
    { kind: 'charge', amount: charge },
  ]);
  expect([preview.total, (await club.paid(subscription.id)).length]).toEqual([charge - credit, 1]);
  const { body: change } = await expectStatus(200, club.change(buyer, subscription.id, dearer.id));
  expect(change).toMatchObject({ total: charge - credit, subscription: { plan: { id: dearer.id, amount: 2999 }, period_end: subscription.period_end } });
  expect((await club.paid(subscription.id)).map(({ total }) => total)).toEqual([1900, charge - credit]);
  await club.passTo(subscription.period_end);
  expect((await club.paid(subscription.id)).map(({ total }) => total)).toEqual([1900, charge - credit, 2999]);
});

test('a cheaper plan begins with the next period, and a dearer one instead credits what was paid', async () => {
  const { buyer, subscription } = await subscribed({ amount: 5000 });
  const [cheaper, dearest] = await Promise.all([club.newPlan({ title: 'Less', amount: 1000 }), club.newPlan({ title: 'Most', amount: 9000 })]);
  const { body } = await expectStatus(200, club.change(buyer, subscription.id, cheaper.id));
  expect(body).toMatchObject({
    total: 0,
    lines: [],
    takes_effect_at: subscription.period_end,
    subscription: { plan: { amount: 5000 }, next_plan: { amount: 1000 } },
  });
  const { body: preview } = await expectStatus(200, club.change(buyer, subscription.id, dearest.id, true));
  expect(preview.lines[0].amount).toBe(-5000);
  await club.passTo(subscription.period_end);
  expect(await club.read(buyer)).toMatchObject({ plan: { id: cheaper.id }, next_plan: null, paid_periods: 2 });
  expect((await club.paid(subscription.id)).map(({ total, flag }) => [total, flag])).toEqual([
    [5000, null],
    [1000, null],
  ]);
});

test('a running subscription keeps its price, and a new one has the price of today', async () => {
  const { plan, buyer, subscription } = await subscribed({});
  await expectStatus(200, club.shop.school.browser.call('patch', `catalog-subscriptions/plans/${plan.id}/`, { amount: 4000 }));
  await club.passTo(subscription.period_end);
  expect((await club.paid(subscription.id)).map(({ total }) => total)).toEqual([1900, 1900]);
  const other = await club.newBuyer();
  expect(await club.subscribe(other, plan.id)).toMatchObject({ plan: { amount: 4000, version: 2 } });
  expect((await club.read(buyer)).plan).toMatchObject({ amount: 1900, version: 1 });
});

test('a payment that fails keeps access for seven days, and the page to pay brings the subscription back', async () => {
  const { plan, buyer, subscription } = await subscribed();
  await club.setCard(subscription.id, 'fails');
  await club.passTo(subscription.period_end);
  const late = await club.read(buyer);
  expect(late).toMatchObject({ state: 'past_due', payment_error: 'declined', access_until: new Date(club.app.clock.now() + 7 * DAY).toISOString() });
  const dearer = await club.newPlan({ amount: 9900 });
  expect(await refusalOf(club.change(buyer, subscription.id, dearer.id))).toEqual([409, 'payment_overdue']);
  await club.pass(7 * DAY - 1000);
  expect([(await club.read(buyer)).state, await club.shop.accessOf(buyer)]).toEqual(['past_due', { source: 'subscription', is_over: false }]);
  await club.pass(1000);
  expect([(await club.read(buyer)).state, await club.shop.accessOf(buyer)]).toEqual(['unpaid', { source: 'subscription', is_over: true }]);
  const { body } = await expectStatus(200, club.ask(buyer, plan.id));
  await choose(club.app, body.url, 'pay');
  await club.app.mailbox.runJobs();
  expect([await club.read(buyer), await club.shop.accessOf(buyer)]).toMatchObject([
    { state: 'active', paid_periods: 2, access_until: null },
    { is_over: false },
  ]);
  await club.setCard(subscription.id, 'fails');
  expect(await refusalOf(club.change(buyer, subscription.id, dearer.id))).toEqual([409, 'payment_refused']);
  expect(await club.read(buyer)).toMatchObject({ plan: { id: plan.id }, state: 'active' });
  await club.passTo((await club.read(buyer)).period_end);
  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect([(await club.read(buyer)).state, await club.shop.accessOf(buyer)]).toEqual(['cancelled', { source: 'subscription', is_over: true }]);
});

test('a payment that the bank asks to confirm says so, keeps access like any that failed, and is made when the subscriber confirms it', async () => {
  const buyer = await club.newBuyer();
  const { body: checkout } = await expectStatus(201, club.ask(buyer, usual.id));
  expect((await choose(club.app, checkout.url, 'authenticate')).text).toContain('The bank is asking you to confirm the payment.');
  await choose(club.app, checkout.url, 'confirm');
  await club.app.mailbox.runJobs();
  const subscription = await club.read(buyer);
  expect(subscription).toMatchObject({ state: 'active', payment_error: null, paid_periods: 1 });
  await club.passTo(subscription.period_end);
  const late = await club.read(buyer);
  expect(late).toMatchObject({
    state: 'past_due',
    payment_error: 'authentication_required',
    access_until: new Date(club.app.clock.now() + 7 * DAY).toISOString(),
  });
  await club.pass(7 * DAY);
  expect([await club.read(buyer), await club.shop.accessOf(buyer)]).toMatchObject([
    { state: 'unpaid', payment_error: 'authentication_required' },
    { is_over: true },
  ]);
  const { body } = await expectStatus(200, club.ask(buyer, usual.id));
  expect((await club.app.http.get(new URL(body.url).pathname)).text).toContain('Confirm the payment');
  await choose(club.app, body.url, 'confirm');
  await club.app.mailbox.runJobs();
  expect([await club.read(buyer), await club.shop.accessOf(buyer)]).toMatchObject([
    { state: 'active', payment_error: null, paid_periods: 2 },
    { is_over: false },
  ]);
  // Nobody is there to confirm what a change costs, and the next renewal is to be confirmed again.
  expect(await refusalOf(club.change(buyer, subscription.id, (await club.newPlan({ amount: 9900 })).id))).toEqual([409, 'payment_refused']);
  await club.passTo((await club.read(buyer)).period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'past_due', payment_error: 'authentication_required' });
  await club.setCard(subscription.id, 'fails');
  await club.pass(DAY);
  expect((await club.read(buyer)).payment_error).toBe('declined');
  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(await club.read(buyer)).toMatchObject({ state: 'cancelled', payment_error: null });
});

test('instalments end with the last one, and access stays', async () => {
  const { buyer, subscription } = await subscribed({ cycles: 2 });
  await club.passTo(subscription.period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'completed', paid_periods: 2 });
  await club.pass(400 * DAY);
  expect([(await club.paid(subscription.id)).length, await club.shop.accessOf(buyer)]).toEqual([2, { source: 'subscription', is_over: false }]);
  const { rows } = await club.app.database.pool.query(
    `select count(*)::int as n from sandbox_objects where body ->> 'subscriptionId' =
    (select gateway_id from catalogue_subscriptions where id = $1)`,
    [subscription.id],
  );
  expect(rows[0].n).toBe(2);
});

test('plans that cannot be changed to, and subscriptions of others, are refused', async () => {
  const yearly = { interval: 'year', amount: 19000 };
  const { buyer, subscription } = await subscribed(yearly);
  const change = (planId: string) => club.change(buyer, subscription.id, planId);
  expect(await faultsOf(change(newId()))).toEqual(['plan_id unknown']);
  for (const terms of [{ currency: 'USD' }, { cycles: 2 }])
    expect(await refusalOf(change((await club.newPlan({ ...yearly, ...terms })).id))).toEqual([409, 'plan_not_changeable']);
  expect(await refusalOf(change(usual.id))).toEqual([409, 'plan_not_changeable']);
  const archived = await club.newPlan(yearly);
  await expectStatus(200, club.shop.school.browser.call('post', `catalog-subscriptions/plans/${archived.id}/archive/`));
  expect(await refusalOf(change(archived.id))).toEqual([409, 'plan_archived']);
  const stranger = await club.newBuyer();
  expect(await refusalOf(club.cancel(stranger, subscription.id))).toEqual([404, 'not_found']);
  expect(await refusalOf(club.change(stranger, subscription.id, archived.id))).toEqual([404, 'not_found']);
});

test('many cancellations and many changes at once are each made once', async () => {
  const { buyer, subscription } = await subscribed();
  const dearer = await club.newPlan({ amount: 3900 });
  const many = countOf(50, 4);
  const changes = await Promise.all(Array.from({ length: many }, () => club.change(buyer, subscription.id, dearer.id)));
  expect(new Set(changes.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await club.paid(subscription.id)).map(({ total }) => total)).toHaveLength(2);
  const cancelled = await Promise.all(Array.from({ length: many }, () => club.cancel(buyer, subscription.id)));
  expect(new Set(cancelled.map(({ status, body }) => `${status} ${body.cancels_at_period_end}`))).toEqual(new Set(['200 true']));
});

test('courses that a plan gains open at once, those that it loses stay until the period ends, and bought ones stay', async () => {
  const { school, courseId } = club.shop;
  const { body: second } = await expectStatus(201, school.agent('post', 'courses/', { title: 'Second' }));
  await expectStatus(200, school.agent('patch', `courses/${second.id}/`, { status: 'published' }));
  const { plan, buyer, subscription } = await subscribed({ course_ids: [courseId] });
  const coursesOf = async () =>
    (
      await club.app.database.pool.query(
        `select course_id, source, expires_at <= $2::timestamptz or revoked_at is not null as over from enrollments where user_id = $1 order by enrolled_at, course_id`,
        [buyer.id, new Date(club.app.clock.now()).toISOString()],
      )
    ).rows.map(({ course_id, over }) => [course_id, over ?? false]);
  const replace = async (course_ids: string[]) => {
    await expectStatus(200, school.browser.call('patch', `catalog-subscriptions/plans/${plan.id}/`, { course_ids }));
    await club.app.mailbox.runJobs();
  };
  expect(await coursesOf()).toEqual([[courseId, false]]);
  await replace([courseId, second.id]);
  expect((await coursesOf()).sort()).toEqual(
    [
      [courseId, false],
      [second.id, false],
    ].sort(),
  );
  await replace([courseId]);
  expect((await coursesOf()).sort()).toEqual(
    [
      [courseId, false],
      [second.id, false],
    ].sort(),
  );
  await club.passTo(subscription.period_end);
  expect((await coursesOf()).sort()).toEqual(
    [
      [courseId, false],
      [second.id, true],
    ].sort(),
  );
});

test('a plan for all courses gains a course that is private no longer at once, and loses one that becomes private with the period', async () => {
  const { school } = club.shop;
  const course = await school.newCourse({ status: 'published', visibility: 'private' });
  const { buyer, subscription } = await subscribed({ course_ids: null });
  const isOpen = async () => {
    await club.app.mailbox.runJobs();
    const { rows } = await club.app.database.pool.query(
      'select 1 from enrollments where user_id = $1 and course_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)',
      [buyer.id, course.id, new Date(club.app.clock.now()).toISOString()],
    );
    return rows.length === 1;
  };
  const show = (visibility: string) => expectStatus(200, school.agent('patch', `courses/${course.id}/`, { visibility }));
  expect(await isOpen()).toBe(false);
  await show('unlisted');
  expect(await isOpen()).toBe(true);
  await show('private');
  expect(await isOpen()).toBe(true);
  await club.passTo(subscription.period_end);
  expect(await isOpen()).toBe(false);
});
