import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { type Buyer, choose, couponUses, newBuyers, newCoupon } from '../../support/shop.ts';
import { type Club, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeEach(async () => {
  club = await startClub({}, AFTERMATH);
});
afterEach(() => club.app.close());

const wish = { coupon_code: 'AUTUMN' };

test('of many people who begin with the last use at once, one gets it, and it comes back when the checkout lapses', async () => {
  const couponId = await newCoupon(club.shop, { plans: true, max_uses: 1 });
  const { id: planId } = await club.newPlan();
  const buyers = await newBuyers(club.shop, MANY);
  const answers = await Promise.all(buyers.map((buyer) => club.ask(buyer, planId, wish)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(MANY - 1).fill(400)]);
  expect(new Set(answers.flatMap(({ body }) => body.errors?.map((fault: { code: string }) => fault.code) ?? []))).toEqual(new Set(['used_up']));
  const winner = buyers[answers.findIndex(({ status }) => status === 201)] as Buyer;
  const loser = buyers.find((buyer) => buyer !== winner) as Buyer;
  expect((await expectStatus(200, club.ask(winner, planId, wish))).body.subscription.discount.amount).toBe(475);
  expect(await couponUses(club.app, couponId)).toBe(1);
  await club.pass(61 * 60_000);
  for (const buyer of [winner, loser]) buyer.browser.cookie = await club.app.signedInCookie(buyer.id);
  expect([(await club.read(winner)).state, await couponUses(club.app, couponId)]).toEqual(['expired', 0]);
  const { body } = await expectStatus(201, club.ask(loser, planId, wish));
  await choose(club.app, body.url, 'pay');
  await club.app.mailbox.runJobs();
  expect([(await club.paid(body.subscription.id)).map(({ total }) => total), await couponUses(club.app, couponId)]).toEqual([[1425], 1]);
});

test('another coupon, or none, ends the page with the earlier price and gives its use back, and so does cancelling', async () => {
  const couponId = await newCoupon(club.shop, { plans: true, max_uses: 1, max_uses_per_person: 1 });
  const { id: planId } = await club.newPlan();
  const { id: otherPlanId } = await club.newPlan({ title: 'Another', amount: 4000 });
  const buyer = await club.newBuyer();
  const { body: first } = await expectStatus(201, club.ask(buyer, planId, wish));
  const { body: second } = await expectStatus(201, club.ask(buyer, otherPlanId, wish));
  expect([second.subscription.discount.amount, await couponUses(club.app, couponId)]).toEqual([1000, 1]);
  expect((await club.app.http.get(new URL(first.url).pathname)).text).toContain('This checkout has expired');
  const { body: third } = await expectStatus(201, club.ask(buyer, planId));
  expect([third.subscription.discount, await couponUses(club.app, couponId)]).toEqual([null, 0]);
  const { body: fourth } = await expectStatus(201, club.ask(buyer, planId, wish));
  await expectStatus(200, club.cancel(buyer, fourth.subscription.id));
  expect(await couponUses(club.app, couponId)).toBe(0);
});

test('a subscriber whose page was used within its hour keeps the discount when the last use has gone to somebody else, and the payment is flagged', async () => {
  const couponId = await newCoupon(club.shop, { plans: true, max_uses: 1 });
  const { id: planId } = await club.newPlan();
  const [first, second] = (await newBuyers(club.shop, 2)) as [Buyer, Buyer];
  const { body: held } = await expectStatus(201, club.ask(first, planId, wish));
  await choose(club.app, held.url, 'pay');
  club.app.clock.advance(60 * 60_000);
  const { body: later } = await expectStatus(201, club.ask(second, planId, wish));
  await choose(club.app, later.url, 'pay');
  await club.pass(0);
  await club.app.mailbox.runJobs();
  const { rows } = await club.app.database.pool.query('select total, flag from orders where subscription_id = any($1) order by flag nulls first', [
    [held.subscription.id, later.subscription.id],
  ]);
  expect(rows.map(({ total }) => total)).toEqual([1425, 1425]);
  expect(rows.map(({ flag }) => flag)).toEqual([null, 'coupon_over_limit']);
  expect(await couponUses(club.app, couponId)).toBe(2);
});
