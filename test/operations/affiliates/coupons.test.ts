import { eachWithAffiliateShop, expectExactTotals, NOWHERE, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';
import { newCoupon } from '../../support/shop.ts';

const here = eachWithAffiliateShop();

const rate = { type: 'percent', hundredths: 5000 };
const withCoupon = (fields: object = {}) => newCoupon(here.shop, { affiliate_id: here.noor.affiliateId, ...fields });
const newBuyer = () => here.shop.newBuyer();

describe('the coupon of an affiliate', () => {
  test('earns without a click, by its own rate on what was really paid, beats links, and waits for staff if there was no click', async () => {
    await withCoupon({ affiliate_rate: rate });
    await here.buy(await newBuyer(), { coupon_code: 'AUTUMN' });
    await here.buy(await here.newReferred(await here.linkOf(here.mina)), { coupon_code: 'autumn' });
    await here.buy(await here.newReferred(await here.linkOf(here.noor), await here.linkOf(here.mina)), { coupon_code: 'AUTUMN' });
    const earned = { affiliate_id: here.noor.affiliateId, rule: 'coupon', base: 3675, amount: 1838, status: 'pending' };
    expect(await here.commissions()).toMatchObject([
      { ...earned, flag: null },
      { ...earned, flag: 'coupon_without_click' },
      { ...earned, flag: 'coupon_without_click' },
    ]);
    expect(await here.commissions('?flagged=true')).toHaveLength(2);
    await here.release();
    expect(await here.commissions('?status=payable')).toMatchObject([{ flag: null }]);
    expect(await here.commissions('?flagged=false')).toHaveLength(1);
    await expectExactTotals(here.app, here);
  });

  test('counts as none if its affiliate buys, is suspended or has earned on the first order, and the next valid link earns', async () => {
    await withCoupon();
    await here.buy(here.noor, { coupon_code: 'AUTUMN' });
    const buyer = await newBuyer();
    await here.buy(buyer, { coupon_code: 'AUTUMN' });
    const { id } = await here.shop.school.newCourse({ status: 'published' });
    await expectStatus(200, here.staff.call('put', `courses/${id}/price/`, { amount: 1000, currency: 'EUR' }));
    await newCoupon(here.shop, { affiliate_id: here.noor.affiliateId, code: 'WINTER', course_ids: null });
    await here.buy(buyer, { courseId: id, coupon_code: 'WINTER' });
    expect(await here.commissions()).toMatchObject([{ affiliate_id: here.noor.affiliateId, rule: 'program' }]);
    await expectStatus(200, here.decide(here.noor, { action: 'suspend' }));
    await here.buy(await here.newReferred(await here.linkOf(here.mina)), { coupon_code: 'AUTUMN' });
    expect((await here.commissions())[0]).toMatchObject({ affiliate_id: here.mina.affiliateId, rule: 'program', base: 3675 });
  });

  test('earns nothing on a course that a rule excludes', async () => {
    await withCoupon({ affiliate_rate: rate });
    await expectStatus(200, here.staff.call('put', 'affiliates/course-rules/', { course_id: here.shop.courseId, is_excluded: true }));
    await here.buy(await newBuyer(), { coupon_code: 'AUTUMN' });
    expect(await here.commissions()).toEqual([]);
  });

  test('needs an affiliate of the organisation, and a rate needs an affiliate', async () => {
    const create = (fields: object) =>
      faultsOf(here.staff.call('post', `courses/${here.shop.courseId}/coupons/`, { code: 'OTHER', percent_off: 10, ...fields }));
    const other = await newSchool(here.app);
    expect(await create({ affiliate_id: NOWHERE })).toEqual(['affiliate_id unknown']);
    expect(
      await faultsOf(other.browser.call('post', `courses/${other.courseId}/coupons/`, { code: 'OTHER', percent_off: 10, affiliate_id: here.mina.affiliateId })),
    ).toEqual(['affiliate_id unknown']);
    expect(await create({ affiliate_rate: rate })).toEqual(['affiliate_rate not_allowed']);
    const unknown = { type: 'fixed', amount: 1, currency: 'XXX' };
    expect(await create({ affiliate_id: here.mina.affiliateId, affiliate_rate: unknown })).toEqual(['affiliate_rate.currency unknown']);
    const { results } = (await expectStatus(200, here.staff.call('get', `courses/${here.shop.courseId}/coupons/`))).body;
    expect(results).toEqual([]);
    await withCoupon({ affiliate_rate: rate });
    expect((await expectStatus(200, here.staff.call('get', `courses/${here.shop.courseId}/coupons/`))).body.results).toMatchObject([
      { affiliate_id: here.noor.affiliateId, affiliate_rate: rate },
    ]);
  });
});

test('a coupon of an affiliate earns on every order for the lifetime of the buyer if the program says so', async () => {
  await setProgram(here.staff, { applies_to: 'lifetime' });
  await withCoupon({ course_ids: null });
  const buyer = await newBuyer();
  await here.buy(buyer, { coupon_code: 'AUTUMN' });
  const courseId = await here.newCourse();
  await here.buy(buyer, { courseId, coupon_code: 'AUTUMN' });
  expect((await here.commissions()).map(({ base }: { base: number }) => base)).toEqual([750, 3675]);
});
