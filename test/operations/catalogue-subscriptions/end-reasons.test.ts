import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { listenForEvents, type Told } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { drawnOf } from '../../support/sample.ts';
import type { Buyer } from '../../support/shop.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { type Club, clubOf } from '../../support/subscriptions.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let stripe: StripeShop;
let club: Club;
let told: () => Promise<Told[]>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  stripe = await startStripeShop({ publicPost: receiver.post }, ['compute_grades', 'mail_order', 'make_badge']);
  club = clubOf(stripe.app, stripe.shop);
  told = await listenForEvents(club.app, club.shop.school, receiver, ['subscription.changed', 'subscription.cancelled']);
});
afterEach(() => club.forget());
afterAll(async () => {
  await stripe.close();
  await receiver.close();
});

interface Subscribed {
  title: string;
  buyer: Buyer;
  address: string;
  id: string;
  /** The subscription at the peer. */
  kept: StripeObject;
}

const query = async (text: string, ...values: unknown[]) => (await club.app.database.pool.query(text, values)).rows;

async function subscribed(title: string): Promise<Subscribed> {
  const { id: planId } = await club.newPlan({ title });
  const buyer = await club.newBuyer();
  const { body } = await expectStatus(201, club.ask(buyer, planId));
  const { id } = body.subscription;
  const kept = await stripe.peer.billing.subscribe(sessionOf(stripe.peer, id));
  await club.app.mailbox.runJobs();
  await told();
  await club.app.mailbox.read(buyer.email);
  return { title, buyer, address: buyer.email, id, kept };
}

const settle = async ({ id }: Subscribed) => {
  await runTask(club.app, 'settle_subscription', { organisation_id: club.shop.school.organisation.id, subscription_id: id });
  await club.app.mailbox.runJobs();
};
const endAtStripe = (one: Subscribed) => {
  Object.assign(one.kept, { status: 'canceled', ended_at: Math.floor(club.app.clock.now() / 1000) });
  return settle(one);
};
const periodEnd = ({ kept }: Subscribed) => new Date(kept.items.data[0].current_period_end * 1000).toISOString();
const passPeriod = async (one: Subscribed, outcome?: 'failed') => {
  await club.advance(Date.parse(periodEnd(one)) - club.app.clock.now());
  await stripe.peer.billing.renew(one.kept, outcome);
  await settle(one);
};
/** Its only payment, as the peer has it. */
const paymentOf = ({ kept }: Subscribed): StripeObject => {
  const [{ payment }] = kept.latest_invoice.payments.data;
  return { of: kept.of, currency: 'eur', payment_intent: { id: payment.payment_intent }, amount_total: 1900 };
};

/** What subscribers, staff and webhooks are told of the end. */
async function toldOf({ title, buyer, address, id }: Subscribed) {
  const text = (mails: { subject?: string | undefined; text?: string | undefined }[], subject: string) =>
    mails.find((mail) => mail.subject === subject)?.text?.replaceAll(/\s+/g, ' ');
  const events = (await told()).filter(({ type, data }) => type === 'subscription.cancelled' && data.subscription_id === id);
  return {
    shown: await club.read(buyer).then(({ state, end_reason }) => [state, end_reason]),
    events: events.map(({ data }) => data.end_reason),
    mail: text(await club.app.mailbox.read(address), `Your subscription to ${title} has ended`),
    notice: text(await club.app.mailbox.read(club.shop.school.email), `A subscription to ${title} has ended`),
  };
}

/** The causes, with what subscribers and staff read of them. */
const CAUSES: [reason: string, end: (one: Subscribed) => Promise<unknown>, mail: string, notice: string][] = [
  [
    'requested',
    async (one) => {
      await expectStatus(200, club.cancel(one.buyer, one.id));
      expect((await club.read(one.buyer)).end_reason).toBe('requested');
      await passPeriod(one);
    },
    ', as you asked. You will not be charged again',
    'cancelled their subscription to requested, which has now ended.',
  ],
  [
    'refunded',
    async ({ id }) => {
      const [{ id: orderId }] = await query('select id from orders where subscription_id = $1', id);
      await expectStatus(201, club.shop.school.browser.call('post', `orders/${orderId}/refund/`, {}));
      await club.app.mailbox.runJobs();
    },
    ', because one of its payments was refunded.',
    'has ended because one of its payments was refunded.',
  ],
  [
    'disputed',
    async (one) => {
      // A cancellation does not explain an end before the end of the period.
      await expectStatus(200, club.cancel(one.buyer, one.id));
      const dispute = await stripe.peer.dispute(paymentOf(one));
      await club.app.mailbox.runJobs();
      await stripe.peer.change(dispute, 'lost');
      await club.app.mailbox.runJobs();
      await settle(one);
    },
    ', because you disputed one of its payments and the bank reversed it.',
    'has ended because you lost a dispute about one of its payments.',
  ],
  [
    'payment_failed',
    async (one) => {
      await passPeriod(one, 'failed');
      await endAtStripe(one);
      // What is overdue cannot be paid any more.
      expect(one.kept.latest_invoice.status).toBe('void');
    },
    ', because one of its payments failed.',
    'has ended because a payment failed.',
  ],
  ['ended_by_seller', endAtStripe, ' ended it.', 'has ended.'],
];

/** The causes that are looked for in the export of the subscriber's data, too. */
const EXPORTED = drawnOf(
  'end reason in an export',
  CAUSES.map(([reason]) => reason),
);

test.each(CAUSES)('a subscription that has ended as %s says so in the response, the event, the mail and the notice', async (reason, end, mail, notice) => {
  const one = await subscribed(reason);
  await end(one);
  const seen = await toldOf(one);
  expect(seen).toMatchObject({ shown: ['cancelled', reason], events: [reason], notice: expect.stringContaining(notice) });
  expect(seen.mail).toContain(mail);
  if (EXPORTED.includes(reason)) expect((await exportOf(club.app, one.buyer.browser))['subscriptions.json']).toContain(`"end_reason":"${reason}"`);
});

test('what is overdue cannot be paid any more when the subscriber has ended the subscription', async () => {
  const one = await subscribed('Surfing');
  await passPeriod(one, 'failed');
  expect(one.kept.latest_invoice.status).toBe('open');
  await expectStatus(200, club.cancel(one.buyer, one.id));
  expect([(await club.read(one.buyer)).state, one.kept.status, one.kept.latest_invoice.status]).toEqual(['cancelled', 'canceled', 'void']);
});

test('a payment that failed ends a subscription as such, also if nobody has heard of the failure before', async () => {
  const one = await subscribed('unheard');
  const listener = stripe.peer.listener;
  stripe.peer.listener = null;
  await club.advance(Date.parse(periodEnd(one)) - club.app.clock.now());
  await stripe.peer.billing.renew(one.kept, 'failed');
  await endAtStripe(one);
  stripe.peer.listener = listener;
  expect((await toldOf(one)).shown).toEqual(['cancelled', 'payment_failed']);
});

test('a cancellation of the seller is told as such, and one that is taken back explains nothing later', async () => {
  const one = await subscribed('Sailing');
  one.kept.cancel_at_period_end = true;
  await settle(one);
  expect((await told()).filter(({ data }) => data.subscription_id === one.id)).toMatchObject([
    { type: 'subscription.changed', data: { cancels_at_period_end: true, end_reason: 'ended_by_seller' } },
  ]);
  const [mail] = await club.app.mailbox.read(one.address);
  expect(mail?.text).toMatch(/\S has cancelled your subscription to Sailing\./);
  const { plan } = await club.read(one.buyer);
  await expectStatus(200, club.change(one.buyer, one.id, plan.id));
  await expectStatus(200, club.cancel(one.buyer, one.id));
  expect((await club.app.mailbox.read(one.address))[0]?.text).toContain('You have cancelled Sailing');
  await expectStatus(200, club.change(one.buyer, one.id, plan.id));
  expect((await club.read(one.buyer)).end_reason).toBe(null);
  await endAtStripe(one);
  expect((await toldOf(one)).shown).toEqual(['cancelled', 'ended_by_seller']);
});

test('a subscription whose subscriber was deleted ends as such', async () => {
  const one = await subscribed('Rowing');
  await club.app.mailbox.read(club.shop.school.email);
  await query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, one.buyer.id);
  await runTask(club.app, 'erase_users');
  await runTask(club.app, 'end_left_subscriptions');
  await club.app.mailbox.runJobs();
  expect(one.kept.status).toBe('canceled');
  await settle(one);
  expect((await told()).filter(({ type }) => type === 'subscription.cancelled')).toMatchObject([
    { data: { subscription_id: one.id, user: null, end_reason: 'account_deleted' } },
  ]);
  const mails = await club.app.mailbox.read(club.shop.school.email);
  expect(mails.find(({ subject }) => subject === 'A subscription to Rowing has ended')?.text?.replaceAll(/\s+/g, ' ')).toContain(
    'A subscription to Rowing has ended because the subscriber deleted their account.',
  );
});
