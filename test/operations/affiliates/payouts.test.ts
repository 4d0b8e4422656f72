import { type MoneyFact, recordMoney } from '../../../src/domain/commerce/orders/ledger.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { affiliateShops, DAY_MS, expectExactTotals, NOWHERE, setProgram } from '../../support/affiliates.ts';
import { atOnce, MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';

const here = affiliateShops();

/** Opens a school in which Mina has earned something on so many orders, and returns them. */
const openWith = (sales: number) => here.open({ link: 'course', sales }) as Promise<[string, string]>;

const settle = (body: object) => here.staff.call('post', 'affiliates/commissions/settle/', { reference: 'Payout 1', ...body });
const decide = (body: object) => here.decide(here.mina, body);
const sell = async () => here.buy(await here.newReferred(here.link));

/** Enters a fact about an order in the books. */
const enter = (orderId: string, fact: MoneyFact['fact'], ...postings: MoneyFact['postings']) =>
  inTransaction(here.app.database.db, (trx) =>
    recordMoney(trx, {
      ...{ organisationId: here.shop.school.organisation.id, orderId, fact, sourceId: NOWHERE, currency: 'EUR', livemode: false, postings },
      occurredAt: new Date(here.app.clock.now()).toISOString(),
    }),
  );

/** Enters what a bank does with the payment of an order. */
const dispute = (orderId: string, fact: 'dispute_opened' | 'dispute_won' | 'dispute_lost') => {
  const to = { dispute_opened: 'gateway_clearing', dispute_won: 'gateway_clearing', dispute_lost: 'disputes' } as const;
  const amount = fact === 'dispute_opened' ? 4900 : -4900;
  return enter(orderId, fact, ['disputes_held', amount], [to[fact], -amount]);
};

/** Sells a course, settles the commission, gives a third of the money back, and has the buyer dispute the payment before that refund fails. */
async function sellWithHeldRow(): Promise<string> {
  const [order] = await openWith(1);
  await here.release();
  const [{ id }] = await here.commissions();
  await expectStatus(200, settle({ commission_ids: [id] }));
  await here.refund(order, 1633);
  await dispute(order, 'dispute_opened');
  await enter(order, 'refund_failed', ['gateway_clearing', 1633], ['refunds', -1633]);
  return order;
}

const entries = async () => (await here.commissions()).map(({ base, amount, status }: Record<string, unknown>) => [base, amount, status]);

const lines = async (path: string): Promise<string[][]> =>
  (await expectStatus(200, here.staff.call('get', path))).text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

describe('a commission is held', () => {
  test('while the payment is disputed, is payable again if the dispute is won, and void if it is lost', async () => {
    const [won, lost] = await openWith(2);
    await here.release();
    for (const order of [won, lost]) await dispute(order, 'dispute_opened');
    expect(await here.commissions('?status=pending')).toMatchObject([{ is_disputed: true }, { is_disputed: true }]);
    await runTask(here.app, 'release_commissions');
    expect(await here.commissions('?status=payable')).toEqual([]);
    await dispute(won, 'dispute_won');
    await dispute(lost, 'dispute_lost');
    await runTask(here.app, 'release_commissions');
    expect(await here.commissions()).toMatchObject([
      { order_id: lost, status: 'void', is_disputed: false },
      { order_id: won, status: 'payable', is_disputed: false, amount: 980 },
    ]);
    await expectExactTotals(here.app, here);
  });

  test('and taken back once, if a bank takes all of a payment back of which a part was refunded before', async () => {
    const [order] = await openWith(1);
    await here.release();
    const [{ id }] = await here.commissions();
    await expectStatus(200, settle({ commission_ids: [id] }));
    await here.refund(order, 1633);
    await dispute(order, 'dispute_opened');
    await enter(order, 'dispute_lost', ['disputes_held', -4900], ['disputes', 3267], ['losses', 1633]);
    expect(await entries()).toEqual([
      [-3267, -653, 'payable'],
      [-1633, -327, 'payable'],
      [4900, 980, 'payable'],
    ]);
    await expectExactTotals(here.app, here);
  });

  test('while the payment is disputed also if staff take back the mark of what was settled before', async () => {
    const [order] = await openWith(1);
    await here.release();
    const [{ id }] = await here.commissions();
    const mark = (settled: boolean) => expectStatus(200, here.staff.call('patch', `affiliates/commissions/${id}/settle/`, { settled }));
    await mark(true);
    await dispute(order, 'dispute_opened');
    expect(await here.commissions()).toMatchObject([{ status: 'payable', is_disputed: true, settled: true }]);
    expect((await mark(false)).body).toMatchObject({ status: 'pending', is_disputed: true, settled: false });
    await expectExactTotals(here.app, here);
  });

  test('while the payment is disputed also if it is what a refund that has failed brings back', async () => {
    const order = await sellWithHeldRow();
    expect(await entries()).toEqual([
      [1633, 327, 'pending'],
      [-1633, -327, 'payable'],
      [4900, 980, 'payable'],
    ]);
    expect(await here.commissions('?status=pending')).toMatchObject([{ is_disputed: true, settled: false }]);
    await dispute(order, 'dispute_won');
    await runTask(here.app, 'release_commissions');
    expect(await here.commissions('?status=payable')).toHaveLength(3);
    await expectExactTotals(here.app, here);
  });

  test('while the payment is disputed although a refund has not changed what is earned', async () => {
    await openWith(0);
    await expectStatus(200, decide({ rate: { type: 'fixed', amount: 1000, currency: 'EUR' } }));
    const order = await sell();
    await here.release();
    const [{ id }] = await here.commissions();
    await expectStatus(200, settle({ commission_ids: [id] }));
    await here.refund(order, 2000);
    await dispute(order, 'dispute_opened');
    expect(await entries()).toEqual([
      [-2000, 0, 'payable'],
      [4900, 1000, 'payable'],
    ]);
    expect(await here.commissions()).toMatchObject([{ is_disputed: true }, { is_disputed: true }]);
    await expectExactTotals(here.app, here);
  });

  test('for staff if more than 30 % of at least ten orders of the affiliate were refunded', async () => {
    await openWith(1);
    await here.app.database.pool.query(
      `with orders as (select gen_random_uuid() as order_id, n from generate_series(1, 10) n), referrals as (
         insert into affiliate_referrals (organisation_id, order_id, affiliate_id, course_id, course_title, rate, rule, hold_days, created_at)
         select r.organisation_id, o.order_id, r.affiliate_id, r.course_id, 'a', r.rate, r.rule, 30, r.created_at from affiliate_referrals r, orders o
         where r.organisation_id = $1)
       insert into affiliate_commissions
         (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at)
       select c.organisation_id, gen_random_uuid(), o.order_id, 0, c.affiliate_id, c.course_id, 'EUR', false, 4900, 980,
         case when o.n <= 4 then 'void' else 'pending' end, c.payable_at, c.earned_at from affiliate_commissions c, orders o where c.organisation_id = $1`,
      [here.shop.school.organisation.id],
    );
    const order = await sell();
    expect((await here.commissions('?flagged=true')).map(({ order_id, flag }: Record<string, unknown>) => [order_id, flag])).toEqual([[order, 'refund_share']]);
    await expectExactTotals(here.app, here);
  });
});

describe('suspending an affiliate', () => {
  test('voids what is pending for good if staff say so, except what was settled, and the past stays', async () => {
    const [settled, pending] = await openWith(2);
    const first = (await here.commissions()).find(({ order_id }: { order_id: string }) => order_id === settled);
    await expectStatus(200, settle({ commission_ids: [first.id] }));
    expect(await faultsOf(decide({ action: 'approve', void_pending: true }))).toEqual(['void_pending not_allowed']);
    await expectStatus(200, decide({ action: 'suspend', void_pending: true, reason: 'Spam' }));
    await expectStatus(200, decide({ action: 'suspend', void_pending: true }));
    await here.refund(pending, 2450);
    expect(await here.commissions()).toMatchObject([
      { order_id: pending, status: 'void', settled: false },
      { order_id: settled, status: 'pending', settled: true },
    ]);
    const { body } = await expectStatus(200, here.staff.call('get', 'audit-log/?action=affiliate.suspended'));
    expect(body.results.map(({ after }: { after: object }) => after)).toEqual([{ status: 'suspended', voided_commissions: 1 }]);
    await expectExactTotals(here.app, here);
  });

  test('voids for good what a refund that has failed brought back, and later refunds take back no more than what is left', async () => {
    const order = await sellWithHeldRow();
    await expectStatus(200, decide({ action: 'suspend', void_pending: true }));
    await dispute(order, 'dispute_won');
    const before = [
      [1633, 327, 'void'],
      [-1633, -327, 'payable'],
      [4900, 980, 'payable'],
    ];
    expect(await entries()).toEqual(before);
    await here.refund(order, 3267);
    expect(await entries()).toEqual([[-1634, -326, 'payable'], ...before]);
    await expectExactTotals(here.app, here);
  });

  test('ends what can be earned on an order that is paid meanwhile, also if it is refunded in part once the affiliate is approved again', async () => {
    await openWith(0);
    const buyer = await here.newReferred(here.link);
    const { body } = await expectStatus(201, buyer.browser.call('post', `courses/${here.shop.courseId}/checkout/`));
    await atOnce(here.app, `update affiliates set status = 'suspended' where id = '${here.mina.affiliateId}'`, [() => here.pay(body.url)]);
    expect(await here.commissions()).toEqual([]);
    await expectStatus(200, decide({ action: 'approve' }));
    await here.refund(body.order.id, 1633);
    await dispute(body.order.id, 'dispute_opened');
    expect(await here.commissions()).toEqual([]);
  });

  test('keeps what is pending otherwise, and lets staff void it later', async () => {
    await openWith(1);
    await expectStatus(200, decide({ action: 'suspend' }));
    expect(await here.commissions('?status=pending')).toHaveLength(1);
    await expectStatus(200, decide({ action: 'suspend', void_pending: true }));
    expect(await here.commissions('?status=void')).toHaveLength(1);
  });
});

describe('settling many commissions', () => {
  test('marks all that are payable and were earned before a time, once, with a reference, also when many ask at once', async () => {
    await openWith(2);
    await here.release();
    const late = await sell();
    const earned_before = new Date(here.app.clock.now() - DAY_MS).toISOString();
    const answers = await Promise.all(Array.from({ length: MANY }, () => expectStatus(200, settle({ earned_before }))));
    expect(answers.reduce((sum, { body }) => sum + body.settled, 0)).toBe(2);
    const reference = { settled: true, settlement_reference: 'Payout 1' };
    expect(await here.commissions()).toMatchObject([{ order_id: late, settled: false, settlement_reference: null }, reference, reference]);
    const { body } = await expectStatus(200, here.staff.call('get', 'audit-log/?action=commission'));
    expect(body.results).toMatchObject([{ action: 'commission.run_settled', after: { reference: 'Payout 1', settled: 2 } }]);
    await expectExactTotals(here.app, here);
  });

  test('before a time leaves what does not reach the minimum payout, or is negative, to a later run', async () => {
    const [taken] = await openWith(1);
    const other = await here.linkOf(here.noor);
    await here.buy(await here.newReferred(other));
    await here.release();
    const [, { id }] = await here.commissions();
    await expectStatus(200, settle({ commission_ids: [id] }));
    await here.refund(taken, 1633);
    const run = async () => (await expectStatus(200, settle({ earned_before: new Date(here.app.clock.now() + 1).toISOString() }))).body.settled;
    await setProgram(here.staff, { minimum_payouts: [{ currency: 'EUR', amount: 981 }] });
    expect(await run()).toBe(0);
    await setProgram(here.staff, { minimum_payouts: [{ currency: 'EUR', amount: 980 }] });
    expect(await run()).toBe(1);
    expect((await here.commissions('?settled=false')).map(({ amount }: { amount: number }) => amount)).toEqual([-327]);
    await expectExactTotals(here.app, here);
  });

  test('is all or nothing, and refuses commissions that are unknown or void', async () => {
    const [order] = await openWith(2);
    await here.refund(order, 4900);
    const [valid, isVoid] = await here.commissions();
    expect(await faultsOf(settle({ commission_ids: [valid.id, NOWHERE] }))).toEqual(['commission_ids.1 unknown']);
    expect(await refusalOf(settle({ commission_ids: [valid.id, isVoid.id] }))).toEqual([409, 'commission_void']);
    expect(await faultsOf(settle({}))).toEqual(['commission_ids required']);
    expect(await faultsOf(settle({ commission_ids: [valid.id], earned_before: valid.earned_at }))).toEqual(['earned_before not_allowed']);
    expect(await here.commissions('?settled=true')).toEqual([]);
  });
});

describe('the files', () => {
  test('show staff where an affiliate wants to be paid, in no other place, and until their account is erased', async () => {
    const [order] = await openWith(1);
    await here.release();
    const contact = 'mina@pay.example';
    const { code } = (await expectStatus(200, here.staff.call('get', 'affiliates/invites/'))).body.results[0];
    here.mina.browser.cookie = await here.app.signedInCookie(here.mina.id);
    const say = async (payout_contact: string | null) =>
      (await expectStatus(200, here.mina.browser.call('post', 'affiliates/join/', { code, payout_contact }))).body.has_payout_contact;
    expect([await say(contact), await say(contact), await say(null), await say(contact)]).toEqual([true, true, false, true]);
    const contacts = async () => {
      const [head, ...rows] = await lines('affiliates/payouts/export/');
      return rows.map((row) => row[head?.indexOf('payout_contact') ?? -1]);
    };
    expect(await contacts()).toEqual([contact]);
    const { body } = await expectStatus(200, here.staff.call('get', 'audit-log/?action=affiliate'));
    const actions: string[] = body.results.map(({ action }: { action: string }) => action);
    expect(actions.filter((action) => action.includes('payout'))).toEqual([
      'affiliate.payouts_exported',
      ...Array.from({ length: 3 }, () => 'affiliate.payout_contact_changed'),
    ]);
    const { rows } = await here.app.database.pool.query('select payout_contact from affiliates where id = $1', [here.mina.affiliateId]);
    expect(String(rows[0].payout_contact)).not.toContain(contact);
    expect(JSON.stringify([body, (await here.commissions()).find(({ order_id }: { order_id: string }) => order_id === order)])).not.toContain(contact);
    // Sealed with a key that the service does not have.
    await here.app.database.pool.query(`update affiliates set payout_contact = '\\x00' || payout_contact where payout_contact is not null`);
    expect(await contacts()).toEqual(['(unreadable)']);
    await here.app.database.pool.query(`update users set deletion_due_at = now() - interval '1 day' where id = $1`, [here.mina.id]);
    await runTask(here.app, 'erase_users');
    expect(await contacts()).toEqual(['']);
  });

  test('have every commission that the filter lets through, and what each affiliate is owed, with what carries over', async () => {
    const [settled, owed] = await openWith(2);
    await here.release();
    const { id } = (await here.commissions()).find(({ order_id }: { order_id: string }) => order_id === settled);
    await expectStatus(200, settle({ commission_ids: [id] }));
    await here.refund(settled, 1633);
    const [head, ...rows] = await lines('affiliates/commissions/export/?settled=false');
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1]);
    expect([column('order_id'), column('amount'), column('rate'), column('settled')]).toEqual([
      [owed, settled],
      ['980', '-327'],
      ['20 %', '20 %'],
      ['false', 'false'],
    ]);
    const due = async () => (await lines('affiliates/payouts/export/?bom=true')).map((line) => line.slice(-6).join(' '));
    expect(await due()).toEqual(['livemode earned taken_back net minimum is_due', 'false 980 -327 653 1 true']);
    await setProgram(here.staff, { minimum_payouts: [{ currency: 'EUR', amount: 5000 }] });
    expect((await due())[1]).toBe('false 980 -327 653 5000 false');
    expect(await lines(`affiliates/payouts/export/?earned_before=${new Date(here.app.clock.now() - 40 * DAY_MS).toISOString()}`)).toHaveLength(1);
    const { body } = await expectStatus(200, here.staff.call('get', 'audit-log/?action=affiliate.payouts_exported'));
    expect(body.results.map(({ after }: { after: object }) => after)).toEqual([
      { earned_before: expect.any(String), rows: 0 },
      { earned_before: null, rows: 1 },
      { earned_before: null, rows: 1 },
    ]);
    const minimums = [
      { currency: 'EUR', amount: 1 },
      { currency: 'EUR', amount: 2 },
      { currency: 'XXX', amount: 2 },
    ];
    expect(await faultsOf(here.staff.call('patch', 'affiliates/program/', { minimum_payouts: minimums }))).toEqual([
      'minimum_payouts.1.currency duplicate',
      'minimum_payouts.2.currency unknown',
    ]);
  });
});
