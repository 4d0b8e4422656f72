import { localDay } from '../../../src/domain/kernel/moments.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { newEnrolled, userId } from '../../support/learner.ts';
import { newLearner, newSchool } from '../../support/school.ts';
import { answerSandbox, buy, newBuyers, newCoupon, newShop, type Shop } from '../../support/shop.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const count = () => runTask(app, 'count_days');
const read = async ({ school }: Pick<Shop, 'school'>, path: string) => (await expectStatus(200, school.browser.call('get', `analytics/${path}`))).body;
const dayOf = (instant: number) => localDay('UTC', new Date(instant).toISOString());

const NOTHING = { gross: 0, discounts: 0, tax: 0, refunds: 0, disputes: 0, gateway_fees: 0, platform_fees: 0, net: 0, sales: 0 };

test('what is sold, taken off and paid back counts in the organisation, in its course and on its day', async () => {
  const shop = await newShop(app, answerSandbox(app));
  const { school, courseId } = shop;
  const { id: other } = await school.newCourse({ title: 'Another course' });
  await newCoupon(shop);
  const [full, reduced] = await newBuyers(shop, 2);
  const { orderId } = await buy(app, shop, full);
  const { order, url } = await shop.checkOut(reduced as NonNullable<typeof reduced>, { coupon_code: 'AUTUMN' });
  expect(order.total).toBe(3675);
  await app.http.post(new URL(url).pathname).type('form').send({ choice: 'pay' });
  await app.mailbox.runJobs();
  await expectStatus(201, school.browser.call('post', `courses/${courseId}/refund/`, { order_id: orderId, amount: 1000 }));
  await count();
  const money = [{ ...NOTHING, currency: 'EUR', gross: 9800, discounts: 1225, refunds: 1000, net: 7575, sales: 2 }];
  const overview = await read(shop, 'overview/');
  expect(overview).toMatchObject({ timezone: 'UTC', from: null, to: null, livemode: false, courses: 2, published_courses: 1, money });
  expect(overview).toMatchObject({ enrollments: 2, active_enrollments: 2, completions: 0 });
  const { count: courses, results } = await read(shop, 'courses/');
  expect(courses).toBe(2);
  expect(results).toEqual([
    expect.objectContaining({ id: courseId, enrollments: 2, active_enrollments: 2, completions: 0, money }),
    expect.objectContaining({ id: other, enrollments: 0, active_enrollments: 0, completions: 0, money: [] }),
  ]);
  const { days } = await read(shop, 'trends/?days=3');
  expect(days).toHaveLength(3);
  expect(days[0]).toMatchObject({ enrollments: 0, completions: 0, money: [{ ...NOTHING, currency: 'EUR' }] });
  expect(days[2]).toEqual({ date: dayOf(app.clock.now()), enrollments: 2, completions: 0, money });
  const before = dayOf(app.clock.now() - 24 * 3600_000);
  expect(await read(shop, `overview/?to=${before}`)).toMatchObject({ to: before, enrollments: 0, active_enrollments: 2, money: [] });
  expect(await read(shop, `overview/?from=${overview.today}`)).toMatchObject({ enrollments: 2, money });
  expect(await read(shop, 'overview/?livemode=true')).toMatchObject({ livemode: true, money: [] });
  expect((await read(shop, `courses/?to=${before}`)).results[0]).toMatchObject({ id: courseId, enrollments: 0, money: [] });
});

test('an enrollment is active until its access ends, by itself or by staff, and counts again when it comes back', async () => {
  const school = await newSchool(app);
  const { organisation, courseId, browser } = school;
  const active = async () => {
    await count();
    return (await read({ school }, 'overview/')).active_enrollments;
  };
  const one = await newLearner(app, organisation.id, courseId);
  const two = await newLearner(app, organisation.id, courseId);
  expect(await active()).toBe(2);
  const { pool } = app.database;
  await pool.query('update enrollments set revoked_at = $2 where id = $1', [one.enrollmentId, new Date(app.clock.now())]);
  expect(await active()).toBe(1);
  await pool.query('update enrollments set revoked_at = null where id = $1', [one.enrollmentId]);
  expect(await active()).toBe(2);
  const hour = 3600_000;
  await pool.query('update enrollments set expires_at = $2 where id = $1', [two.enrollmentId, new Date(app.clock.now() + hour)]);
  expect(await active()).toBe(2);
  app.clock.advance(2 * hour);
  expect((await read({ school }, 'overview/')).active_enrollments).toBe(1);
  await pool.query('delete from enrollments where id = $1', [two.enrollmentId]);
  expect(await active()).toBe(1);
  await pool.query(`update enrollments set source = 'preview' where id = $1`, [one.enrollmentId]);
  expect(await active()).toBe(0);
  expect((await expectStatus(200, browser.call('get', 'analytics/courses/'))).body.results).toEqual([
    expect.objectContaining({ enrollments: 0, completions: 0 }),
  ]);
});

test('the courses with the most active enrollments come first, on every page, and deleted ones are not listed', async () => {
  const school = await newSchool(app);
  const ids = [school.courseId];
  for (let index = 0; index < 3; index++) ids.push((await school.newCourse()).id as string);
  const [first, second, third, gone] = ids as [string, string, string, string];
  for (const [courseId, learners] of [
    [third, 3],
    [first, 2],
    [gone, 4],
  ] as const)
    for (let index = 0; index < learners; index++) await newLearner(app, school.organisation.id, courseId);
  await count();
  await expectStatus(204, school.agent('delete', `courses/${gone}/`));
  const pages = [
    await read({ school }, 'courses/?page_size=2'),
    await read({ school }, 'courses/?page_size=2&page=2'),
    await read({ school }, 'courses/?page_size=2&page=3'),
  ];
  expect(pages.map(({ count: all, results }) => [all, results.map(({ id }: { id: string }) => id)])).toEqual([
    [3, [third, first]],
    [3, [second]],
    [3, []],
  ]);
  expect(await read({ school }, 'overview/')).toMatchObject({ courses: 3, active_enrollments: 5, enrollments: 5 });
  const { days } = await read({ school }, 'trends/?days=3');
  expect(days.reduce((sum: number, { enrollments }: { enrollments: number }) => sum + enrollments, 0)).toBe(5);
});

test('days lie in the time zone of the organisation, also after it moves, and the figures say up to when they are complete', async () => {
  const school = await newSchool(app);
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  await app.database.pool.query(`update enrollments set enrolled_at = '2026-03-01T23:30:00Z', completed_at = '2026-03-02T12:00:00Z' where id = $1`, [
    learner.enrollmentId,
  ]);
  const on = async (day: string) => {
    const { enrollments, completions } = await read({ school }, `overview/?from=${day}&to=${day}`);
    return [enrollments, completions];
  };
  const { as_of } = await read({ school }, 'overview/');
  expect(Date.parse(as_of)).toBeLessThanOrEqual(app.clock.now());
  expect(await on('2026-03-01')).toEqual([0, 0]);
  await count();
  expect(Date.parse((await read({ school }, 'overview/')).as_of)).toBe(app.clock.now());
  expect([await on('2026-03-01'), await on('2026-03-02')]).toEqual([
    [1, 0],
    [0, 1],
  ]);
  await expectStatus(200, school.agent('patch', 'org-settings/', { timezone: 'Europe/Berlin' }));
  expect((await read({ school }, 'overview/')).timezone).toBe('UTC');
  await count();
  expect((await read({ school }, 'trends/')).timezone).toBe('Europe/Berlin');
  expect([await on('2026-03-01'), await on('2026-03-02')]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('each organisation sees its own figures, and an organisation without any has zeros', async () => {
  const school = await newSchool(app);
  await newEnrolledSomewhere();
  await count();
  const empty = { enrollments: 0, active_enrollments: 0, completions: 0, money: [], courses: 1 };
  expect(await read({ school }, 'overview/')).toMatchObject(empty);
  expect(await read({ school }, 'purchases/')).toMatchObject({ count: 0, is_count_exact: true, results: [] });
  expect((await read({ school }, 'trends/')).days).toHaveLength(30);
});

async function newEnrolledSomewhere(): Promise<void> {
  const shop = await newShop(app, answerSandbox(app));
  await buy(app, shop);
  await expectStatus(200, shop.school.browser.call('put', `courses/${shop.courseId}/price/`, { amount: 0, currency: 'EUR' }));
  expect(await userId(app, await newEnrolled(app, shop.school, shop.courseId))).toEqual(expect.any(String));
}
