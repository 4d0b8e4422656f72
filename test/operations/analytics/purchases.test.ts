import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { answerSandbox, buy, newShop, type Shop } from '../../support/shop.ts';
import { type StripeShop, startStripeShop } from '../../support/stripe-shop.ts';

interface Row {
  id: string;
  kind: string;
  order_id: string;
  amount: number;
  tax: number;
  buyer: { name: string } | null;
}

describe('every movement of money', () => {
  let one: StripeShop;
  let app: TestApp;
  const read = async (query = '', shop = one.shop) =>
    (await expectStatus(200, shop.school.browser.call('get', `analytics/purchases/${query}`))).body as {
      count: number;
      is_count_exact: boolean;
      results: Row[];
      next: string | null;
    };
  beforeAll(async () => {
    one = await startStripeShop();
    ({ app } = one);
  });
  afterAll(() => one.close());

  test('is a row with a sign, and the rows add up to the net amount', async () => {
    const [disputed, refunded] = [await one.buy(), await one.buy()];
    await one.peer.refund(refunded.session, 1000);
    const won = await one.peer.dispute(disputed.session);
    await app.mailbox.runJobs();
    await one.peer.change(won, 'won');
    await app.mailbox.runJobs();
    await runTask(app, 'count_days');
    const { count, is_count_exact, results } = await read();
    expect([count, is_count_exact]).toEqual([5, true]);
    const moves = results.map(({ kind, order_id, amount }) => [kind, order_id === disputed.orderId, amount]);
    expect(moves.toSorted()).toEqual([
      ['dispute', true, -4900],
      ['refund', false, -1000],
      ['reversal', true, 4900],
      ['sale', false, 4900],
      ['sale', true, 4900],
    ]);
    const { money } = (await expectStatus(200, one.shop.school.browser.call('get', 'analytics/overview/'))).body;
    expect(money).toEqual([expect.objectContaining({ net: results.reduce((sum, { amount }) => sum + amount, 0), disputes: 0 })]);
    expect((await read('?ordering=occurred_at')).results.map(({ id }) => id)).toEqual(results.map(({ id }) => id).reverse());
    for (const [query, rows] of [
      ['kind=sale', 2],
      ['kind=reversal', 1],
      [`course_id=${one.shop.courseId}`, 5],
      ['currency=USD', 0],
      ['to=2001-01-01', 0],
      ['livemode=true', 0],
    ] as const) {
      const { count: counted, results: found } = await read(`?${query}`);
      expect([query, counted, found.length]).toEqual([query, rows, rows]);
    }
    expect(results.every(({ buyer }) => buyer !== null)).toBe(true);
  });

  test('is divided into what the organisation earns and the tax, also in a dispute that is lost', async () => {
    const shop = await one.open();
    const tax = { label: 'VAT', rate: 1900 };
    const seller = { legal_name: 'Harbour Academy', address: 'Hamburg', country: 'DE', vat_id: null, tax, takes_delayed_payments: true };
    await expectStatus(200, shop.school.browser.call('put', 'billing/seller/', seller));
    const { session } = await one.buy(shop);
    const dispute = await one.peer.dispute(session);
    await app.mailbox.runJobs();
    await one.peer.change(dispute, 'lost');
    await app.mailbox.runJobs();
    await runTask(app, 'count_days');
    const { results } = await read('', shop);
    expect(results.map(({ kind, amount, tax: owed }) => [kind, amount, owed]).toSorted()).toEqual([
      ['dispute', -4900, 0],
      ['reversal', 782, -782],
      ['sale', 4118, 782],
    ]);
    const { money } = (await expectStatus(200, shop.school.browser.call('get', 'analytics/overview/'))).body;
    expect(money).toEqual([expect.objectContaining({ gross: 4118, disputes: 4118, tax: 0, net: 0 })]);
  });

  test('neither repeats nor hides another on the pages that follow, and is listed before it is counted', async () => {
    const shop = await one.open();
    for (let index = 0; index < 3; index++) await one.buy(shop);
    await runTask(app, 'count_days');
    const first = await read('?page_size=2', shop);
    await one.buy(shop);
    const next = new URL(first.next as string).search;
    const body = await read(next, shop);
    expect([body.results.length, body.count, body.is_count_exact]).toEqual([1, 3, false]);
    const all = await read('', shop);
    expect(all.results.map(({ id }) => id)).toEqual([expect.any(String), ...first.results.map(({ id }) => id), body.results[0]?.id]);
    expect(await faultsOf(shop.school.browser.call('get', 'analytics/purchases/?cursor=x'))).toEqual(['cursor format']);
  });
});

test('the file has every movement, newest first; amounts stay numbers, and names are no formulas', async () => {
  const app = await startTestApp();
  const shop: Shop = await newShop(app, answerSandbox(app));
  const { buyer, orderId } = await buy(app, shop);
  await app.database.pool.query(`update users set name = '=1+1' where id = $1`, [buyer.id]);
  await expectStatus(201, shop.school.browser.call('post', `courses/${shop.courseId}/refund/`, { order_id: orderId }));
  const { text, headers } = await expectStatus(200, shop.school.browser.call('get', 'analytics/purchases/export/?bom=true'));
  expect(headers['content-disposition']).toContain('purchases.csv');
  const [head, refund, sale, end] = text.split('\r\n');
  expect(head).toBe('\uFEFFid,occurred_at,kind,order_id,course_id,course_title,buyer_id,buyer_name,buyer_email,currency,amount,tax,reverse_charge,vat_id');
  expect(refund).toContain(`,refund,${orderId},${shop.courseId},A course,${buyer.id},'=1+1,${buyer.email},EUR,-4900,0,false,`);
  expect(sale).toContain(`,sale,${orderId},`);
  expect(end).toBe('');
  const { text: none } = await expectStatus(200, shop.school.browser.call('get', 'analytics/purchases/export/?kind=dispute'));
  expect(none.split('\r\n')).toHaveLength(2);
  await app.close();
});
