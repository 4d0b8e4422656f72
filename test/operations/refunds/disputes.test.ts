import fc from 'fast-check';
import { issueInvoices } from '../../../src/domain/commerce/invoices/issue.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { timeOf } from '../../../src/platform/clock/clock.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { describeSeller } from '../../support/invoices.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { orderOf, refundSale, seenOf } from '../../support/refunds.ts';
import { countOf } from '../../support/sample.ts';
import { type Buyer, booksOf, newBuyers, type Shop } from '../../support/shop.ts';
import type { StripePeer } from '../../support/stripe-peer.ts';
import { listenWith, type Sale, type StripeShop, sessionOf, startStripeShop } from '../../support/stripe-shop.ts';
import { beginNow } from '../../support/worlds.ts';

let one: StripeShop;
let app: TestApp;
let peer: StripePeer;
let shop: Shop;
beforeAll(async () => {
  one = await startStripeShop({}, AFTERMATH);
  ({ app, peer, shop } = one);
});
afterAll(() => one.close());
beforeEach(() => {
  beginNow(app);
  peer.refundState = 'succeeded';
  peer.listener = listenWith(app);
});

const run = () => app.mailbox.runJobs();
const refund = (sale: Sale, body: object = {}, at = shop) => refundSale(at, sale, body);
const seen = (sale: Sale, at = shop) => seenOf(at, sale);

test('an open dispute suspends access and stops refunds, a won one restores them, and a lost one is like a full refund', async () => {
  const own = await startStripeShop();
  const { app, peer, shop: at } = own;
  try {
    const [won, lost] = [await own.buy(), await own.buy()];
    const disputes = [await peer.dispute(won.session), await peer.dispute(lost.session)] as const;
    await app.mailbox.runJobs();
    expect(await seen(won, at)).toEqual(['disputed', 0, null, false]);
    expect(await refusalOf(refund(won, {}, at))).toEqual([409, 'order_disputed']);
    const open = 'Payment for A course disputed';
    expect((await app.mailbox.read(at.school.email)).filter(({ subject }) => subject === open)).toHaveLength(2);
    await peer.change(disputes[0], 'won');
    await peer.change(disputes[1], 'lost');
    await app.mailbox.runJobs();
    expect(await seen(won, at)).toEqual(['paid', 0, null, true]);
    expect(await seen(lost, at)).toEqual(['charged_back', 0, null, false]);
    expect(await refusalOf(refund(lost, {}, at))).toEqual([409, 'already_refunded']);
    expect(await booksOf(app, at.school.organisation.id)).toEqual({ gateway_clearing: 4900, disputes_held: 0, disputes: 4900, sales: -9800, total: 0 });
    const { body: audit } = await at.school.browser.call('get', 'audit-log/?action=order');
    const actions: string[] = audit.results.map(({ action }: { action: string }) => action);
    expect(actions.filter((action) => action.startsWith('order.dispute')).sort()).toEqual([
      'order.dispute_lost',
      'order.dispute_open',
      'order.dispute_open',
      'order.dispute_won',
    ]);
    await expectStatus(201, refund(won, {}, at));
  } finally {
    await own.close();
  }
});

test('a won dispute brings back what it suspended, and nothing that staff had ended before or end meanwhile', async () => {
  const at = await one.open();
  const [buyer, ...friends] = await newBuyers(at, 4);
  const { order } = await at.checkOut(buyer as Buyer, { quantity: 5 });
  await peer.pay(sessionOf(peer, order.id));
  await run();
  const codesOf = async (): Promise<{ code: string; status: string }[]> =>
    (await expectStatus(200, (buyer as Buyer).browser.call('get', `me/orders/${order.id}/`))).body.access_codes;
  const codes = (await codesOf()).map(({ code }) => code);
  const staff = at.school.browser;
  const revoke = async (code: string) => {
    const { results } = (await staff.call('get', `courses/${at.courseId}/codes/`)).body as { results: { id: string; code: string }[] };
    await expectStatus(204, staff.call('delete', `courses/${at.courseId}/codes/${results.find((row) => row.code === code)?.id}/`));
  };
  const enrollments: string[] = [];
  for (const [index, friend] of friends.entries()) {
    const { body } = await expectStatus(201, friend.browser.call('post', 'courses/redeem/', { code: codes[index] }));
    enrollments.push(body.id);
  }
  await expectStatus(200, staff.call('post', `courses/${at.courseId}/learners/${enrollments[0]}/revoke/`, {}));
  await revoke(codes[3] as string);
  const dispute = await peer.dispute(sessionOf(peer, order.id));
  await run();
  expect((await codesOf()).map(({ status }) => status)).toEqual(Array(5).fill('revoked'));
  await revoke(codes[2] as string);
  await peer.change(dispute, 'won');
  await run();
  expect((await codesOf()).map(({ status }) => status)).toEqual(['used_up', 'used_up', 'revoked', 'revoked', 'active']);
  expect(await Promise.all(friends.map(async (friend) => (await at.accessOf(friend))?.is_over))).toEqual([true, false, false]);
  await expectStatus(200, staff.call('post', `courses/${at.courseId}/learners/${enrollments[0]}/restore/`, {}));
  expect(await at.accessOf(friends[0] as Buyer)).toMatchObject({ is_over: false });
});

test('credit notes never say more than was paid, whatever refunds and a lost dispute take back in whichever order, and the rest is a loss', async () => {
  const at = await one.open();
  await describeSeller(at);
  const [first, last, failed] = [await one.buy(at), await one.buy(at), await one.buy(at)];
  const notesOf = async ({ buyer, orderId }: Sale) =>
    (await orderOf(buyer, orderId)).invoices.slice(1).map(({ kind, amount, tax }: Record<string, unknown>) => [kind, amount, tax]);
  const dispute = async (sale: Sale) => {
    const opened = await peer.dispute(sale.session);
    await run();
    await peer.change(opened, 'lost');
    await run();
  };
  await peer.refund(first.session, 1000);
  await dispute(first);
  expect(await notesOf(first)).toEqual([
    ['credit_note', 1000, 160],
    ['credit_note', 3900, 622],
  ]);
  await dispute(last);
  await peer.refund(last.session, 1000);
  await run();
  expect(await notesOf(last)).toEqual([['credit_note', 4900, 782]]);
  const failing = await peer.refund(failed.session, 1000);
  await dispute(failed);
  await peer.change(failing, 'failed');
  await run();
  expect(await notesOf(failed)).toEqual(await notesOf(first));
  expect(await booksOf(app, at.school.organisation.id)).toEqual({
    ...{ gateway_clearing: -2000, sales: -3 * 4118, refunds: 2 * 840, disputes: 2 * 3278 + 4118, disputes_held: 0, losses: 2000, tax_owed: 0, total: 0 },
  });
});

test('the database refuses credit notes that say more than was paid', async () => {
  const { orderId, session } = await one.buy();
  await peer.refund(session, 4000);
  await run();
  const about = { organisationId: shop.school.organisation.id, orderId, kind: 'credit_note', tax: 0 } as const;
  const issue = (amount: number) => inTransaction(app.database.db, (trx) => issueInvoices(trx, [{ ...about, sourceId: newId(), amount }], timeOf(app.clock)));
  await expect(issue(901)).rejects.toThrow('credit notes say more than the invoice');
  await issue(900);
});

test('an inquiry of a bank changes nothing, and a dispute whose notifications get lost is found when the order is looked at daily', async () => {
  const sale = await one.buy();
  const inquiry = await peer.dispute(sale.session, 'warning_needs_response');
  await run();
  expect(await seen(sale)).toEqual(['paid', 0, null, true]);
  await peer.change(inquiry, 'needs_response');
  await run();
  expect((await seen(sale))[0]).toBe('disputed');
  peer.listener = null;
  await peer.change(inquiry, 'won');
  app.clock.advance(24 * 3600_000);
  await runTask(app, 'settle_open_reversals');
  expect(await seen(sale)).toEqual(['paid', 0, null, true]);
});

test('notifications of refunds and disputes in any order, doubled and late, end in the same state, and every fact is in the books once', async () => {
  const at = await one.open();
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const sale = await one.buy(at);
      const isLate = lost % 2 === 1;
      const begun = peer.events.length;
      if (isLate) peer.listener = null;
      await peer.refund(sale.session, 1000);
      const dispute = await peer.dispute(sale.session);
      const failing = await peer.refund(sale.session, 500);
      await run();
      await peer.change(failing, 'failed');
      await peer.change(dispute, 'lost');
      peer.listener = listenWith(app);
      const events = peer.events.slice(begun);
      const shuffled = [...events, ...events].map((event) => ({ event, at: numbers.next().value as number })).sort((a, b) => a.at - b.at);
      await Promise.all(shuffled.map(({ event }) => peer.send(event)));
      await run();
      lost++;
      expect(await seen(sale, at)).toEqual(['charged_back', 1000, 'failed', false]);
      const books = await booksOf(app, at.school.organisation.id);
      expect([books.refunds, books.disputes, books.losses, books.disputes_held ?? 0, books.total]).toEqual([1000 * lost, 3900 * lost, 1000 * lost, 0, 0]);
    }),
    { numRuns: countOf(5, 2), endOnFailure: true },
  );
});
