import { publishForEach } from '../../../src/domain/affiliates/commissions/events.ts';
import { recordEarning } from '../../../src/domain/affiliates/commissions/record-earning.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { newAffiliate, newInvite, newLink, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { answerSandbox, choose, newShop } from '../../support/shop.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('commission.created', 'commission.payable', 'commission.voided', 'commission.settled');
});
afterAll(() => listening.close());

test('commission events say who earns how much on which order, in which state', async () => {
  const { app, school, happened } = listening;
  const { courseId, newBuyer, checkOut } = await newShop(app, answerSandbox(app), school);
  await setProgram(school.browser, { cookie_consent: 'not_required', hold_days: 0 });
  const mina = await newAffiliate(app, school, (await newInvite(school.browser)).code);
  const buyer = await newBuyer();
  await expectStatus(302, buyer.browser.open(await newLink(mina, { course_id: courseId })));
  const { order, url } = await checkOut(buyer);
  expect(await happened()).toEqual([]);
  await choose(app, url, 'pay');
  const data = { affiliate_id: mina.affiliateId, order_id: order.id, course_id: courseId, currency: 'EUR', base: 4900, amount: 980, settled: false };
  expect(await happened()).toMatchObject([{ type: 'commission.created', data: { ...data, status: 'pending' } }]);
  await runTask(app, 'release_commissions');
  expect(await happened()).toMatchObject([{ type: 'commission.payable', data: { ...data, status: 'payable' } }]);
  const sale = {
    organisationId: school.organisation.id,
    orderId: order.id,
    currency: 'EUR',
    livemode: false,
    occurredAt: new Date(app.clock.now()).toISOString(),
    isDisputed: false,
  };
  const giveBack = (left: number) => inTransaction(app.database.db, (trx) => recordEarning(trx, { ...sale, left }));
  await giveBack(2);
  expect(await happened()).toMatchObject([{ type: 'commission.voided', data: { ...data, status: 'void' } }]);
  await giveBack(1);
  expect(await happened()).toEqual([]);
  await giveBack(4900);
  const { body } = await expectStatus(200, school.browser.call('get', 'affiliates/commissions/'));
  await expectStatus(200, school.browser.call('patch', `affiliates/commissions/${body.results[0].id}/settle/`, { settled: true }));
  expect(await happened()).toMatchObject([{ type: 'commission.settled', data: { ...data, settled: true } }]);
});

test('events of more commissions than a function can have arguments are published', async () => {
  const commission = { organisationId: '01890000-0000-7000-8000-000000000000', commissionId: '01890000-0000-7000-8000-000000000001' };
  const many = Array.from({ length: 130_000 }, () => commission);
  await inTransaction(listening.app.database.db, (trx) => publishForEach(trx, 'commission.voided', many));
  expect(await listening.happened()).toEqual([]);
});
