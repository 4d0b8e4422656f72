import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { discountOf, giveBackCouponUse, quoteCoupon, takeCouponUse } from '../../../src/domain/commerce/coupons/apply-coupon.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { chargeRuleOf } from '../../../src/platform/payments/charges.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const now = () => new Date(app.clock.now()).toISOString();
const guest = () => `${randomUUID()}@example.org`;
const newCoupon = async (terms: object = {}): Promise<string> =>
  (await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/coupons/`, { code: 'AUTUMN', percent_off: 25, ...terms }))).body.id;
const keyring = createKeyring('a secret');
const quote = (change: { code?: string; email?: string; courseId?: string | null; amount?: number; currency?: string; by?: typeof keyring } = {}) => {
  const { code = 'AUTUMN', email = guest(), courseId = school.courseId, amount = 4900, currency = 'EUR', by = keyring } = change;
  return quoteCoupon({ db: app.database.db, keyring: by }, school.organisation.id, { code, email, item: { courseId, amount, currency } }, now());
};
/** Returns by what the limit for each person knows somebody. */
const personOf = async (email: string, by = keyring) => ((await quote({ email, by })) as { person: string }).person;
const take = (couponId: string, { person = randomUUID() as string, userId = null as string | null, orderId = newId(), isPaid = false } = {}) =>
  app.database.db.transaction().execute((trx) => takeCouponUse(trx, school.organisation.id, { couponId, orderId, userId, person, isPaid }, now()));
const giveBack = (orderId: string) => app.database.db.transaction().execute((trx) => giveBackCouponUse(trx, school.organisation.id, orderId));
const usesOf = async (id: string) => (await app.database.pool.query<{ uses: number }>('select uses from coupons where id = $1', [id])).rows[0]?.uses as number;
const redemptionsOf = async (id: string) => (await app.database.pool.query('select 1 from coupon_redemptions where coupon_id = $1', [id])).rowCount;

test.each([
  [{ percent_off: 25, amount_off: null }, 4900, 'EUR', 1225],
  [{ percent_off: 33, amount_off: null }, 50, 'EUR', 17],
  [{ percent_off: 50, amount_off: null }, 1, 'JPY', 1],
  [{ percent_off: 33, amount_off: null }, 5120, 'KWD', 1690],
  [{ percent_off: 10, amount_off: null }, 4500, 'MGA', 500],
  [{ percent_off: 100, amount_off: null }, 4900, 'EUR', 4900],
  [{ percent_off: null, amount_off: 1000 }, 4900, 'EUR', 1000],
  [{ percent_off: null, amount_off: 5000 }, 4900, 'EUR', 4900],
  [{ percent_off: null, amount_off: 1005 }, 5120, 'KWD', 1010],
])('the discount of %j from %i %s is %i', (coupon, amount, currency, discount) => {
  expect(discountOf(coupon, amount, currency)).toBe(discount);
});

test('whatever the coupon, what remains of a price is from 0 to the price, and a multiple of what the gateway can charge', () => {
  const coupons = fc.oneof(
    fc.record({ percent_off: fc.integer({ min: 1, max: 100 }), amount_off: fc.constant(null) }),
    fc.record({ percent_off: fc.constant(null), amount_off: fc.integer({ min: 1, max: 100_000_000_000 }) }),
  );
  fc.assert(
    fc.property(coupons, fc.constantFrom('EUR', 'JPY', 'KWD', 'MGA', 'IDR'), fc.nat(9_999_999), (coupon, currency, units) => {
      const step = chargeRuleOf(currency)?.step ?? 1;
      const remains = units * step - discountOf(coupon, units * step, currency);
      expect(remains >= 0 && remains <= units * step && remains % step === 0).toBe(true);
    }),
  );
});

test('a code gives its discount in any spelling, and to those courses and currencies alone that it is for', async () => {
  const couponId = await newCoupon({ percent_off: null, amount_off: 1000, currency: 'EUR' });
  const { id: other } = await school.newCourse();
  expect(await quote({ code: ' ａutumn ' })).toEqual({ couponId, code: 'AUTUMN', person: expect.any(String), discount: 1000, planPeriods: 1 });
  expect(await quote({ code: 'AUTUM' })).toEqual({ refusal: 'unknown' });
  expect(await quote({ courseId: other })).toEqual({ refusal: 'other_item' });
  expect(await quote({ courseId: null })).toEqual({ refusal: 'other_item' });
  expect(await quote({ currency: 'USD' })).toEqual({ refusal: 'other_currency' });
  await newCoupon({ code: 'PLANS', plans: true, plan_periods: null, course_ids: null });
  expect(await quote({ code: 'PLANS', courseId: null })).toMatchObject({ discount: 1225, planPeriods: null });
  expect(await quote({ code: 'PLANS', courseId: other })).toMatchObject({ discount: 1225 });
});

test('a code of another organisation, and one that was deactivated, are unknown', async () => {
  const id = await newCoupon();
  const { organisation, courseId } = await newSchool(app);
  const item = { courseId, amount: 4900, currency: 'EUR' };
  const asked = { code: 'AUTUMN', email: guest(), item };
  expect(await quoteCoupon({ db: app.database.db, keyring }, organisation.id, asked, now())).toEqual({ refusal: 'unknown' });
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/coupons/${id}/`));
  expect(await quote()).toEqual({ refusal: 'unknown' });
  expect(await take(id)).toBeNull();
});

test('a code can be used from its beginning until before its end', async () => {
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const id = await newCoupon({ starts_at: at(1000), expires_at: at(2000) });
  expect([await quote(), await take(id)]).toEqual([{ refusal: 'scheduled' }, null]);
  app.clock.advance(1000);
  expect([await quote(), await take(id)]).toMatchObject([{ discount: 1225 }, { isOverLimit: false }]);
  app.clock.advance(1000);
  expect([await quote(), await take(id)]).toEqual([{ refusal: 'expired' }, null]);
});

test('of fifty free orders at once, as many get the discount as the coupon has uses left', async () => {
  const id = await newCoupon({ percent_off: 100, max_uses: 3 });
  await take(id);
  await take(id);
  const taken = await Promise.all(Array.from({ length: 50 }, () => take(id)));
  expect(taken.filter(Boolean)).toEqual([{ isOverLimit: false }]);
  expect([await usesOf(id), await redemptionsOf(id)]).toEqual([3, 3]);
  expect(await quote()).toEqual({ refusal: 'used_up' });
});

test('fifty orders of one person at once, in different spellings of the address, get the discount as often as one person may', async () => {
  const id = await newCoupon({ max_uses_per_person: 2 });
  const people = [await personOf('mina@example.org'), await personOf('MINA@example.org')] as const;
  const taken = await Promise.all(Array.from({ length: 50 }, (_, n) => take(id, { person: people[n % 2 ? 0 : 1] })));
  expect(taken.filter(Boolean)).toHaveLength(2);
  expect(await quote({ email: 'Mina@example.org' })).toEqual({ refusal: 'used_by_person' });
  expect(await take(id)).toEqual({ isOverLimit: false });
  expect([await usesOf(id), await redemptionsOf(id)]).toEqual([3, 3]);
});

test('an order that was paid keeps its discount when the last use is gone or the coupon has ended, and the excess is flagged', async () => {
  const id = await newCoupon({ max_uses: 1 });
  const taken = await Promise.all(Array.from({ length: 50 }, () => take(id, { isPaid: true })));
  expect(taken.filter((use) => use?.isOverLimit === false)).toHaveLength(1);
  expect(taken.filter((use) => use?.isOverLimit === true)).toHaveLength(49);
  expect(await usesOf(id)).toBe(50);
  await expectStatus(204, school.browser.call('delete', `courses/${school.courseId}/coupons/${id}/`));
  expect(await take(id, { isPaid: true })).toEqual({ isOverLimit: true });
});

test('an order takes one use, however often it is completed', async () => {
  const id = await newCoupon();
  const order = { orderId: newId(), isPaid: true };
  expect([await take(id, order), await take(id, order)]).toEqual([{ isOverLimit: false }, null]);
  expect([await usesOf(id), await redemptionsOf(id)]).toEqual([1, 1]);
});

test('a use whose order is not completed after all counts for nothing', async () => {
  const id = await newCoupon({ max_uses: 1 });
  const failing = app.database.db.transaction().execute(async (trx) => {
    await takeCouponUse(trx, school.organisation.id, { couponId: id, orderId: newId(), userId: null, person: 'a', isPaid: false }, now());
    throw new Error('the order was not completed');
  });
  await expect(failing).rejects.toThrow('the order was not completed');
  expect([await usesOf(id), await redemptionsOf(id)]).toEqual([0, 0]);
});

test('a use that is given back can be taken again, by the same person or by another, and is given back once', async () => {
  const id = await newCoupon({ max_uses: 1, max_uses_per_person: 1 });
  const person = await personOf('mina@example.org');
  const orderId = newId();
  await take(id, { orderId, person, isPaid: true });
  expect(await quote()).toEqual({ refusal: 'used_up' });
  await Promise.all(Array.from({ length: 10 }, () => giveBack(orderId)));
  await giveBack(newId());
  expect([await usesOf(id), await redemptionsOf(id), await quote({ email: 'mina@example.org' })]).toMatchObject([0, 0, { discount: 1225 }]);
  expect((await app.database.pool.query('select 1 from coupon_people where coupon_id = $1', [id])).rowCount).toBe(0);
  expect(await take(id, { person })).toEqual({ isOverLimit: false });
});

test('uses that are taken and given back at once leave the counts as the orders that keep theirs', async () => {
  const id = await newCoupon({ max_uses_per_person: 30 });
  const person = await personOf('mina@example.org');
  const orders = Array.from({ length: 20 }, () => newId());
  await Promise.all(orders.map((orderId) => take(id, { orderId, person, isPaid: true })));
  await Promise.all([...orders.map(giveBack), ...Array.from({ length: 5 }, () => take(id, { person, isPaid: true }))]);
  const { rows } = await app.database.pool.query('select uses from coupon_people where coupon_id = $1', [id]);
  expect([await usesOf(id), await redemptionsOf(id), rows]).toEqual([5, 5, [{ uses: 5 }]]);
});

test('the limit for each person still knows people after the secret of the service was replaced, and nobody without the secret does', async () => {
  const id = await newCoupon({ max_uses_per_person: 1 });
  await take(id, { person: await personOf('mina@example.org') });
  const email = 'mina@example.org';
  expect(await quote({ email, by: createKeyring('a new secret', ['a secret']) })).toEqual({ refusal: 'used_by_person' });
  expect(await quote({ email, by: createKeyring('another secret') })).toMatchObject({ discount: 1225 });
});

test('a user gets the coupons that they used in their data export, and nothing of the user remains with them after an erasure', async () => {
  const user = await newUser(app);
  const id = await newCoupon({ max_uses_per_person: 1 });
  await take(id, { userId: user.id, person: await personOf(user.email) });
  const files = await exportOf(app, user.browser);
  expect(JSON.parse(files['coupons-used.json'] ?? '')).toMatchObject([{ code: 'AUTUMN', redeemed_at: now() }]);
  await app.database.pool.query('update users set deletion_due_at = $2 where id = $1', [user.id, now()]);
  await runTask(app, 'erase_users');
  const { rows } = await app.database.pool.query('select user_id, person from coupon_redemptions where coupon_id = $1', [id]);
  expect(rows).toEqual([{ user_id: null, person: null }]);
  expect((await app.database.pool.query('select 1 from coupon_people where coupon_id = $1', [id])).rowCount).toBe(0);
  expect(await usesOf(id)).toBe(1);
});
