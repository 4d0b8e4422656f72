import { startTestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { askForRefund, decide, POLICY } from '../../support/refunds.ts';
import { answerSandbox, booksOf, buy, chargeShare, newShop, type Shop } from '../../support/shop.ts';
import type { StripeObject } from '../../support/stripe-peer.ts';
import { type Sale, type StripeShop, startStripeShop } from '../../support/stripe-shop.ts';
import { beginNow } from '../../support/worlds.ts';

const DAY_MS = 24 * 3600_000;

let stripe: StripeShop;
beforeAll(async () => {
  stripe = await startStripeShop({}, AFTERMATH);
});
beforeEach(() => beginNow(stripe.app));
// Accounts of earlier tests are not compared.
afterEach(() => stripe.app.database.pool.query('update gateway_accounts set disconnected_at = now() where disconnected_at is null'));
afterAll(() => stripe.close());

/** Does something while the notifications of the gateway get lost. */
async function unheard<T>(work: () => Promise<T>, { peer } = stripe): Promise<T> {
  const { listener } = peer;
  peer.listener = null;
  try {
    return await work();
  } finally {
    peer.listener = listener;
  }
}

/** Goes on to the next day, on which the day before is compared. */
async function compare(app = stripe.app): Promise<void> {
  app.clock.advance(DAY_MS - (app.clock.now() % DAY_MS) + 5 * 3600_000);
  await runTask(app, 'reconcile_accounts');
}

const list = async (shop: Shop, query = '') => (await shop.school.browser.call('get', `billing/reconciliations/${query}`)).body;
const lastOf = async (shop: Shop) => (await list(shop)).results[0];
const rowsOf = async (shop: Shop): Promise<string[][]> => {
  const { text } = await shop.school.browser.call('get', `billing/reconciliations/${(await lastOf(shop)).id}/report/`);
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(','));
};

test('a day on which the books and the gateway agree has no differences, and the fees of the gateway are entered in the books', async () => {
  const shop = await stripe.open();
  stripe.peer.fee = 172;
  const [first] = [await stripe.buy(shop), await stripe.buy(shop)];
  stripe.peer.fee = 0;
  await stripe.peer.refund(first.session, 900);
  await stripe.app.mailbox.runJobs();
  await compare();
  expect(await lastOf(shop)).toMatchObject({ gateway: 'stripe', livemode: false, entries: 3, others: 0, differences: 0 });
  expect(await rowsOf(shop)).toEqual([]);
  const { id } = shop.school.organisation;
  const books = await booksOf(stripe.app, id);
  expect(books).toMatchObject({ gateway_fees: 344, total: 0 });
  await runTask(stripe.app, 'reconcile_accounts');
  expect(await booksOf(stripe.app, id)).toEqual(books);
  await runTask(stripe.app, 'count_days');
  const { body } = await shop.school.browser.call('get', 'analytics/overview/');
  expect(body.money[0]).toMatchObject({ gateway_fees: 344, refunds: 900 });
});

test('an entry with a part of a unit, in a currency in which nobody is charged, or in none keeps back neither the other entries nor the next day', async () => {
  const shop = await stripe.open();
  const { peer } = stripe;
  peer.fee = 172;
  const [rounded, foreign, unreadable] = [await stripe.buy(shop), await stripe.buy(shop), await stripe.buy(shop)] as [Sale, Sale, Sale];
  await stripe.buy(shop);
  peer.fee = 0;
  const entryOf = ({ session }: Sale) => peer.entries.find(({ source }) => source.payment_intent === session.payment_intent.id) as StripeObject;
  Object.assign(entryOf(rounded), { currency: 'isk', fee: 152 });
  Object.assign(entryOf(foreign), { currency: 'iqd' });
  Object.assign(entryOf(unreadable), { currency: 'usdc' });
  await compare();
  expect(await lastOf(shop)).toMatchObject({ entries: 3, differences: 1 });
  await compare();
  expect((await list(shop)).count).toBe(2);
});

test('the owner is told of what either side lacks and of amounts that differ, and can export it', async () => {
  const own = await startStripeShop();
  const { peer, app, shop } = own;
  try {
    const [lost, changed, sound] = [await own.buy(), await own.buy(), await own.buy()];
    const entryOf = ({ session }: Sale) => peer.entries.find(({ source }) => source.payment_intent === session.payment_intent.id) as StripeObject;
    peer.entries.splice(peer.entries.indexOf(entryOf(lost)), 1);
    entryOf(changed).source.amount -= 100;
    const refund = await unheard(() => peer.refund(sound.session, 300), own);
    peer.entries.push({ ...entryOf(sound), id: 'txn_elsewhere', source: { ...entryOf(sound).source, payment_intent: 'pi_elsewhere', metadata: {} } });
    await app.mailbox.read(shop.school.email);
    await compare(app);
    expect(await lastOf(shop)).toMatchObject({ entries: 3, others: 1, differences: 3 });
    const { total } = (await shop.school.browser.call('get', 'orders/')).body.results[0];
    expect((await rowsOf(shop)).sort()).toEqual([
      ['amount', changed.orderId, changed.session.payment_intent.id, 'EUR', String(total), 'EUR', String(total - 100)],
      ['missing_here', sound.orderId, refund.id, 'EUR', '0', 'EUR', '-300'],
      ['missing_there', lost.orderId, lost.session.payment_intent.id, 'EUR', String(total), 'EUR', '0'],
    ]);
    const [mail] = await app.mailbox.read(shop.school.email);
    expect(mail?.subject).toContain('differ');
    expect((await list(shop, '?differs=true')).count).toBe(1);
  } finally {
    await own.close();
  }
});

test('an amount in another currency than that of the order is a difference', async () => {
  const shop = await stripe.open();
  const { orderId, session } = await stripe.buy(shop);
  const entry = stripe.peer.entries.find(({ source }) => source.payment_intent === session.payment_intent.id) as StripeObject;
  entry.source.currency = 'usd';
  await compare();
  const { total } = (await shop.school.browser.call('get', 'orders/')).body.results[0];
  expect(await rowsOf(shop)).toEqual([['amount', orderId, session.payment_intent.id, 'EUR', String(total), 'USD', String(total)]]);
});

test('a fee of the platform that the gateway has entered with another amount is a difference', async () => {
  const shop = await stripe.open();
  await chargeShare(stripe.app, shop, 250);
  const [changed] = [await stripe.buy(shop), await stripe.buy(shop)];
  const entry = stripe.peer.entries.find(({ source }) => source.payment_intent === changed.session.payment_intent.id) as StripeObject;
  Object.assign(entry, { fee: 100, fee_details: [{ type: 'application_fee', amount: 100, currency: 'eur' }] });
  await compare();
  expect(await rowsOf(shop)).toEqual([['fee', changed.orderId, changed.session.payment_intent.id, 'EUR', '123', 'EUR', '100']]);
});

test('an entry whose fee of the platform was not read is no difference', async () => {
  const shop = await stripe.open();
  await chargeShare(stripe.app, shop, 250);
  await stripe.buy(shop);
  await compare();
  await stripe.app.database.pool.query('update gateway_entries set platform_fee = null where organisation_id = $1', [shop.school.organisation.id]);
  await compare();
  expect((await list(shop, '?differs=true')).count).toBe(0);
});

test('what arrives late is no difference any more when the day is compared again', async () => {
  const shop = await stripe.open();
  const { peer, app } = stripe;
  const sale = await stripe.buy(shop);
  await unheard(() => peer.refund(sale.session, 300));
  await compare();
  const { id, differences } = await lastOf(shop);
  expect(differences).toBe(1);
  await peer.send(peer.events.at(-1) as NonNullable<(typeof peer.events)[number]>);
  await app.mailbox.runJobs();
  await compare();
  const { results } = await list(shop);
  expect(results.find((one: { id: string }) => one.id === id)).toMatchObject({ differences: 0 });
});

test('after an outage of the gateway, every day that was missed is compared', async () => {
  const shop = await stripe.open();
  await shop.checkOut(await shop.newBuyer());
  await compare();
  const { count } = await list(shop);
  stripe.peer.failures.push(...Array(50).fill({ status: 503, body: { error: { message: 'no' } } }));
  await compare();
  stripe.peer.failures.length = 0;
  expect((await list(shop)).count).toBe(count);
  await compare();
  expect((await list(shop)).count).toBe(count + 2);
});

test('the sandbox agrees with the books', async () => {
  const app = await startTestApp(undefined, { idle: AFTERMATH });
  try {
    const shop = await newShop(app, answerSandbox(app));
    await decide(shop, POLICY);
    await chargeShare(app, shop, 250);
    const [kept] = [await buy(app, shop), await buy(app, shop)];
    await expectStatus(201, askForRefund(shop, kept.buyer));
    await compare(app);
    expect(await lastOf(shop)).toMatchObject({ gateway: 'sandbox', entries: 3, others: 0, differences: 0 });
  } finally {
    await app.close();
  }
});

test('a report of another organisation, or of none, is not found, and none is listed', async () => {
  const [one, other] = [await stripe.open(), await stripe.open()];
  await one.checkOut(await one.newBuyer());
  await compare();
  const { id } = await lastOf(one);
  expect(await list(other)).toEqual({ count: 0, next: null, previous: null, results: [] });
  for (const wrong of [id, 'x'])
    expect(await refusalOf(other.school.browser.call('get', `billing/reconciliations/${wrong}/report/`))).toEqual([404, 'not_found']);
});
