import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { choose, newCoupon } from '../../support/shop.ts';
import { type Club, DAY, startClub } from '../../support/subscriptions.ts';

let club: Club;
beforeAll(async () => {
  club = await startClub({}, ['compute_grades', 'make_badge']);
});
afterEach(() => club.forget());
afterAll(() => club.app.close());

/** Returns the subjects of the mails about the subscription, without those about orders and about the enrollment. */
const subjects = async (address: string) =>
  (await club.app.mailbox.read(address)).map(({ subject }) => subject as string).filter((subject) => !/^Receipt|enrolled/.test(subject));
const remind = async () => {
  await runTask(club.app, 'remind_subscribers', {});
  await club.app.mailbox.runJobs();
};

async function newSubscriber(terms: object = {}, wish: object = {}) {
  const plan = await club.newPlan(terms);
  const buyer = await club.newBuyer();
  const address = buyer.email;
  const subscription = await club.subscribe(buyer, plan.id, wish);
  await subjects(address);
  return { plan, buyer, address, subscription };
}

test('a subscriber is told of a payment that failed, with the day on which access ends, and with staff when it has ended', async () => {
  const told = async () => (await club.app.mailbox.read(club.shop.school.email)).map(({ subject }) => subject);
  const { plan, buyer, address, subscription } = await newSubscriber({ title: 'Everything' });
  await club.setCard(subscription.id, 'fails');
  await club.passTo(subscription.period_end);
  const [mail, ...others] = await club.app.mailbox.read(address);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your payment for Everything failed');
  expect(mail?.text).toContain('We could not charge €19.00');
  expect(mail?.text).toContain('/account/subscription');
  const { access_until } = await club.read(buyer);
  expect(mail?.text).toContain(String(new Date(access_until).getUTCDate()));
  expect(await told()).not.toContain('A subscription to Everything is unpaid');
  await club.pass(7 * DAY);
  expect(await subjects(address)).toEqual(['Your access to Everything is suspended']);
  expect(await told()).toContain('A subscription to Everything is unpaid');
  await choose(club.app, (await expectStatus(200, club.ask(buyer, plan.id))).body.url, 'pay');
  expect(await subjects(address)).toEqual([]);
});

test('a subscriber is asked to confirm a payment when the bank asks for it, once, also if it was declined before', async () => {
  const [asked, retried] = [await newSubscriber({ title: 'Opera' }), await newSubscriber({ title: 'Ballet' })];
  await club.setCard(asked.subscription.id, 'authenticates');
  await club.setCard(retried.subscription.id, 'fails');
  await club.passTo(asked.subscription.period_end);
  const [mail, ...others] = await club.app.mailbox.read(asked.address);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Please confirm your payment for Opera');
  expect(mail?.text).toMatch(
    /Your bank is asking you to confirm the payment of €19\.00 for Opera .*You have access until .*Confirm the payment:? .*\/account\/subscription/s,
  );
  expect(await subjects(retried.address)).toEqual(['Your payment for Ballet failed']);
  await club.setCard(retried.subscription.id, 'authenticates');
  await club.pass(DAY);
  await club.pass(DAY);
  expect(await subjects(retried.address)).toEqual(['Please confirm your payment for Ballet']);
  await club.pass(5 * DAY);
  const [suspended] = await club.app.mailbox.read(asked.address);
  expect(suspended?.text).toContain('because your bank is waiting for you to confirm it');
  await club.till.confirm((await expectStatus(200, club.ask(asked.buyer, asked.plan.id))).body.url);
  expect(await subjects(asked.address)).toEqual([]);
});

test('a subscriber is told that a cancellation was accepted, unless it was withdrawn before the mail was written, and of the end', async () => {
  const { plan, buyer, address, subscription } = await newSubscriber({ title: 'Piano' });
  await expectStatus(200, club.cancel(buyer, subscription.id));
  await expectStatus(200, club.change(buyer, subscription.id, plan.id));
  expect(await subjects(address)).toEqual([]);
  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(await subjects(address)).toEqual(['Your subscription to Piano is cancelled']);
  await expectStatus(200, club.cancel(buyer, subscription.id));
  expect(await subjects(address)).toEqual([]);
  await club.passTo(subscription.period_end);
  expect(await subjects(address)).toEqual(['Your subscription to Piano has ended']);
});

test('a subscriber is reminded once of the end of a trial, three days ahead, and of what is charged then, unless it was cancelled', async () => {
  await newCoupon(club.shop, { plans: true, percent_off: null, amount_off: 600, currency: 'EUR' });
  const kept = await newSubscriber({ title: 'Chess', trial_days: 14 }, { coupon_code: 'AUTUMN' });
  const left = await newSubscriber({ title: 'Go', trial_days: 14 });
  await expectStatus(200, club.cancel(left.buyer, left.subscription.id));
  await club.pass(11 * DAY - 60_000);
  await subjects(left.address);
  await remind();
  expect(await subjects(kept.address)).toEqual([]);
  await club.pass(60_000);
  await Promise.all([remind(), remind()]);
  await remind();
  const mails = await club.app.mailbox.read(kept.address);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your trial of Chess ends soon']);
  expect(mails[0]?.text).toContain('13.00');
  expect(mails[0]?.text).not.toContain('19.00');
  expect(await subjects(left.address)).toEqual([]);
});

test('a subscriber is reminded of each yearly renewal, fourteen days ahead', async () => {
  const { address, buyer } = await newSubscriber({ title: 'Yoga', interval: 'year', amount: 19000 });
  for (const _year of [1, 2]) {
    const { period_end } = await club.read(buyer);
    await club.passTo(new Date(Date.parse(period_end) - 13 * DAY).toISOString());
    await remind();
    await remind();
    expect(await subjects(address)).toEqual(['Your subscription to Yoga renews soon']);
    await club.passTo(period_end);
  }
});

test('a reminder that comes too late is not sent, and a subscriber is reminded of no monthly renewal', async () => {
  const { address, buyer, subscription } = await newSubscriber({ trial_days: 14 });
  await club.advance(Date.parse(subscription.trial_ends_at) - club.app.clock.now());
  await remind();
  expect(await subjects(address)).toEqual([]);
  await club.pass(0);
  const { state, period_end } = await club.read(buyer);
  expect(state).toBe('active');
  for (const days of [13, 2]) {
    await club.passTo(new Date(Date.parse(period_end) - days * DAY).toISOString());
    await remind();
  }
  await club.passTo(period_end);
  expect(await club.read(buyer)).toMatchObject({ state: 'active', paid_periods: 2 });
  expect(await subjects(address)).toEqual([]);
});
