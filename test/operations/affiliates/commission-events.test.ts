import { publishForEach } from '../../../src/domain/affiliates/commissions/events.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { newAffiliateClub } from '../../support/affiliate-club.ts';
import { newAffiliateShop, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { choose } from '../../support/shop.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('commission.created', 'commission.payable', 'commission.voided', 'commission.settled');
});
afterAll(() => listening.close());

/** The events about an affiliate: commissions of other tests become payable, too. */
const happenedTo = async (affiliateId: string) => (await listening.happened()).filter(({ data }) => data.affiliate_id === affiliateId);

test('commission events say who earns how much on which order, in which state', async () => {
  const { app, school } = listening;
  const here = await newAffiliateShop(app, school);
  const happened = () => happenedTo(here.mina.affiliateId);
  const { courseId, checkOut } = here.shop;
  await setProgram(school.browser, { hold_days: 0 });
  const { order, url } = await checkOut(await here.newReferred(await here.linkOf(here.mina)));
  expect(await happened()).toEqual([]);
  await choose(app, url, 'pay');
  const data = {
    affiliate_id: here.mina.affiliateId,
    order_id: order.id,
    course_id: courseId,
    plan_id: null,
    currency: 'EUR',
    base: 4900,
    amount: 980,
    settled: false,
  };
  expect(await happened()).toMatchObject([{ type: 'commission.created', data: { ...data, status: 'pending' } }]);
  await runTask(app, 'release_commissions');
  expect(await happened()).toMatchObject([{ type: 'commission.payable', data: { ...data, status: 'payable' } }]);
  await here.giveBack(order.id, 2);
  expect(await happened()).toMatchObject([{ type: 'commission.voided', data: { ...data, base: 2, amount: 0, status: 'void' } }]);
  await here.giveBack(order.id, 1);
  expect(await happened()).toEqual([]);
  await here.giveBack(order.id, 4900);
  const { body } = await expectStatus(200, school.browser.call('get', 'affiliates/commissions/'));
  await expectStatus(200, school.browser.call('patch', `affiliates/commissions/${body.results[0].id}/settle/`, { settled: true }));
  expect(await happened()).toMatchObject([{ type: 'commission.settled', data: { ...data, settled: true } }]);
});

test('commission events of a subscription name the plan, and come for each payment', async () => {
  const { app, school } = listening;
  const here = await newAffiliateClub(app, school);
  const happened = () => happenedTo(here.mina.affiliateId);
  await setProgram(school.browser, { subscription_renewals: 1 });
  const { buyer, planId, id } = await here.sellPlan();
  await here.renew(buyer, 2);
  const [first, renewed] = await here.paymentsOf(id);
  const data = { affiliate_id: here.mina.affiliateId, course_id: null, plan_id: planId, currency: 'EUR', base: 1900, amount: 380 };
  expect(await happened()).toMatchObject([first, renewed].map((order_id) => ({ type: 'commission.created', data: { ...data, order_id, status: 'pending' } })));
  await here.refundPayment(renewed as string);
  expect(await happened()).toMatchObject([{ type: 'commission.voided', data: { ...data, order_id: renewed, base: 0, amount: 0, status: 'void' } }]);
});

test('events of more commissions than a function can have arguments are published', async () => {
  const commission = { organisationId: '01890000-0000-7000-8000-000000000000', commissionId: '01890000-0000-7000-8000-000000000001' };
  const many = Array.from({ length: 130_000 }, () => commission);
  await inTransaction(listening.app.database.db, (trx) => publishForEach(trx, 'commission.voided', many));
  expect(await listening.happened()).toEqual([]);
});
