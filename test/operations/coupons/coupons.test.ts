import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let school: School;
let coupons: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  coupons = `courses/${school.courseId}/coupons/`;
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString();
const create = (body: object) => school.browser.call('post', coupons, body);
const made = async (body: object = {}) => (await expectStatus(201, create({ code: 'AUTUMN', percent_off: 25, ...body }))).body;
const list = async (path = coupons) => (await expectStatus(200, school.browser.call('get', path))).body;
const remove = (id: string, path = coupons) => school.browser.call('delete', `${path}${id}/`);

test('a coupon of a course is created with the limits that were sent, listed newest first, deactivated and kept in the list, and all of it is audited', async () => {
  const first = await made();
  expect(first).toEqual({
    id: expect.any(String),
    code: 'AUTUMN',
    percent_off: 25,
    affiliate_id: null,
    affiliate_rate: null,
    amount_off: null,
    currency: null,
    starts_at: null,
    expires_at: null,
    max_uses: null,
    max_uses_per_person: null,
    course_ids: [school.courseId],
    plans: false,
    plan_periods: 1,
    status: 'active',
    uses: 0,
    created_at: expect.any(String),
    deactivated_at: null,
  });
  const terms = { starts_at: inDays(1), expires_at: inDays(9), max_uses: 100, max_uses_per_person: 1, plans: true, plan_periods: null, course_ids: null };
  const second = await made({ code: 'winter', percent_off: null, amount_off: 1000, currency: 'EUR', ...terms });
  expect(second).toMatchObject({ code: 'WINTER', percent_off: null, amount_off: 1000, currency: 'EUR', status: 'scheduled', ...terms });
  expect(await list()).toMatchObject({ count: 2, results: [second, first] });
  await expectStatus(204, remove(first.id));
  await expectStatus(204, remove(first.id));
  expect((await list()).results[1]).toEqual({ ...first, status: 'deactivated', deactivated_at: expect.any(String) });
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [first.id]);
  expect(rows).toEqual([{ action: 'coupon.created' }, { action: 'coupon.deactivated' }]);
});

test('the status says why a coupon cannot be used', async () => {
  const scheduled = await made({ code: 'LATER', starts_at: inDays(1), expires_at: inDays(2) });
  const { id } = await made({ code: 'FULL', max_uses: 3 });
  await app.database.pool.query('update coupons set uses = 3 where id = $1', [id]);
  const statuses = async () => (await list()).results.map(({ code, status }: { code: string; status: string }) => [code, status]);
  expect(await statuses()).toEqual([
    ['FULL', 'used_up'],
    ['LATER', 'scheduled'],
  ]);
  app.clock.advance(86_400_000);
  expect((await statuses())[1]).toEqual(['LATER', 'active']);
  app.clock.advance(86_400_000);
  expect((await statuses())[1]).toEqual(['LATER', 'expired']);
  await expectStatus(204, remove(scheduled.id));
  expect((await statuses())[1]).toEqual(['LATER', 'deactivated']);
});

test('a coupon for several or all courses is listed in each of them, and one for a single course only there', async () => {
  const other = await school.newCourse();
  const third = await school.newCourse();
  const [one, two, all] = [
    await made({ code: 'ONE' }),
    await made({ code: 'TWO', course_ids: [other.id, school.courseId] }),
    await made({ code: 'ALL', course_ids: null }),
  ];
  expect(new Set(two.course_ids)).toEqual(new Set([other.id, school.courseId]));
  const codes = async (id: unknown) => (await list(`courses/${id}/coupons/`)).results.map(({ code }: { code: string }) => code);
  expect(await codes(school.courseId)).toEqual(['ALL', 'TWO', 'ONE']);
  expect(await codes(other.id)).toEqual(['ALL', 'TWO']);
  expect(await codes(third.id)).toEqual(['ALL']);
  await expectStatus(404, remove(one.id, `courses/${other.id}/coupons/`));
  await expectStatus(204, remove(two.id, `courses/${other.id}/coupons/`));
  await expectStatus(204, remove(all.id, `courses/${third.id}/coupons/`));
});

test.each([
  [' summer ', 'SUMMER'],
  ['ＳＵＭＭＥＲ', 'SUMMER'],
  ['straße', 'STRASSE'],
  ['ﬁn-2026', 'FIN-2026'],
  ['été_1', 'ÉTÉ_1'],
  ['Лето', 'ЛЕТО'],
  ['𐊀'.repeat(39), '𐊀'.repeat(39)],
])('the code "%s" is stored as "%s", which no other coupon of the organisation can have in any spelling', async (code, stored) => {
  const coupon = await made({ code });
  expect(coupon.code).toBe(stored);
  for (const spelling of [stored, stored.toLowerCase(), ` ${stored.normalize('NFD')}`])
    expect(await create({ code: spelling, percent_off: 5 })).toMatchObject({ status: 409, body: { code: 'coupon_code_taken', coupon_id: coupon.id } });
});

test('the code of a deactivated coupon can be given to a new one, and other organisations can have the same code', async () => {
  const { id } = await made();
  await expectStatus(204, remove(id));
  await made();
  const other = await newSchool(app);
  await expectStatus(201, other.browser.call('post', `courses/${other.courseId}/coupons/`, { code: 'AUTUMN', percent_off: 25 }));
});

test('of many requests for coupons with the same code at once, one creates a coupon', async () => {
  const answers = await Promise.all(Array.from({ length: MANY }, (_, n) => create({ code: n % 2 ? 'rush' : 'RUSH', percent_off: 10 })));
  expect(statusCounts(answers)).toEqual({ 201: 1, 409: MANY - 1 });
  expect((await list()).count).toBe(1);
});

test.each([
  ['no discount', { percent_off: null }, [['percent_off', 'required']]],
  ['two discounts', { amount_off: 5, currency: 'EUR' }, [['amount_off', 'not_allowed']]],
  ['an amount without a currency', { percent_off: null, amount_off: 5 }, [['currency', 'required']]],
  ['a currency without an amount', { currency: 'EUR' }, [['currency', 'not_allowed']]],
  ['a currency that does not exist', { percent_off: null, amount_off: 5, currency: 'XQX' }, [['currency', 'unknown']]],
  ['an end in the past', { expires_at: '2020-01-01T00:00:00.000Z' }, [['expires_at', 'past']]],
  ['an end before the beginning', { starts_at: '2999-01-02T00:00:00.000Z', expires_at: '2999-01-01T00:00:00.000Z' }, [['expires_at', 'before_start']]],
  ['a beginning after the year 9999', { starts_at: '9999-12-31T12:00:00.000Z' }, [['starts_at', 'out_of_range']]],
  ['a code that is too short', { code: ' ab ' }, [['code', 'invalid']]],
  ['a code of two characters that have three units in UTF-16', { code: '一𐊀' }, [['code', 'invalid']]],
  ['a code that becomes too long', { code: 'ﷺ'.repeat(4) }, [['code', 'invalid']]],
  ['a code with a space in it', { code: 'AUTUMN 25' }, [['code', 'invalid']]],
  ['a code with a control character', { code: 'AUTUMN\u0001' }, [['code', 'invalid']]],
  ['an unknown course', { course_ids: [newId()] }, [['course_ids', 'course_missing']]],
])('a coupon with %s is refused', async (_what, change, faults) => {
  const { body } = await expectStatus(400, create({ code: 'AUTUMN', percent_off: 25, ...change }));
  expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual(faults);
});

test('courses of other organisations, and deleted ones, cannot be named', async () => {
  const other = await newSchool(app);
  const { id: deleted } = await school.newCourse();
  await expectStatus(204, school.browser.call('delete', `courses/${deleted}/`));
  const { body } = await expectStatus(400, create({ code: 'AUTUMN', percent_off: 25, course_ids: [school.courseId, other.courseId, deleted] }));
  expect(body.errors).toMatchObject([
    { field: 'course_ids.1', code: 'unknown' },
    { field: 'course_ids.2', code: 'unknown' },
  ]);
});

test('a coupon is found nowhere but in the courses of its organisation', async () => {
  const { id } = await made();
  for (const [browser, courseId, couponId] of await awayFrom(app, school, id))
    await expectStatus(404, browser.call('delete', `courses/${courseId}/coupons/${couponId}/`));
});
