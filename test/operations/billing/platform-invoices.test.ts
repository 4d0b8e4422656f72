import { issuePlatformInvoices } from '../../../src/domain/commerce/platform-purchases/invoices.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { timeOf } from '../../../src/platform/clock/clock.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { pageTexts } from '../../support/pdf.ts';
import { eachWithPlatform, newFreeSchool, passDays, payPlan, payStorage, platformBooksOf } from '../../support/platform-shop.ts';
import { newColleague } from '../../support/school.ts';

const at = eachWithPlatform();

const invoicesOf = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'billing/invoices/'))).body.results;

async function download(id: string): Promise<{ bytes: Buffer; text: string; name: string }> {
  const { cookie, headers } = at.school.browser;
  const answer = await fetch(`${at.app.url}/api/v1/billing/invoices/${id}/pdf/`, { headers: { ...headers, cookie: cookie ?? '' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, text: (await pageTexts(bytes)).join('\n'), name: answer.headers.get('content-disposition') ?? '' };
}

/** Changes what the service says of itself as the seller for the rest of a test. */
async function asSeller(columns: string, work: () => Promise<void>): Promise<void> {
  const { pool } = at.app.database;
  await pool.query(`update platform_seller set ${columns}`);
  await work();
  await pool.query(
    `update platform_seller set name = 'Learning Management Service', address = null, country = null, vat_id = null, tax_label = null, tax_rate = null`,
  );
}

test('each payment for a plan or storage gets an invoice with a number, the service as the seller and the organisation as the buyer', () =>
  asSeller(`name = 'Platform Ltd', address = E'1 Main Street\nDublin', vat_id = 'IE1234567A', country = 'IE', tax_label = 'VAT', tax_rate = 2300`, async () => {
    const { app, school } = at;
    await expectStatus(
      200,
      school.browser.call('put', 'billing/seller/', { legal_name: 'Harbour Academy GmbH', address: 'Am Hafen 1', vat_id: 'DE123456789' }),
    );
    await payPlan(app, school, { plan_id: 'starter' });
    await payStorage(app, school, { addon_id: 'storage_100' });
    const [storage, plan] = await invoicesOf(school.browser);
    const year = new Date(app.clock.now()).getUTCFullYear();
    expect(plan).toMatchObject({ kind: 'invoice', amount: 2900, tax: 542, currency: 'USD', livemode: false });
    expect(plan.number).toMatch(new RegExp(`^TEST-INV-${year}-\\d{6}$`));
    expect(plan.title).toMatch(/^.+, \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/);
    expect(storage).toMatchObject({ amount: 1000, tax: 187 });
    expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 3900, plan_sales: -2358, storage_sales: -813, tax_owed: -729 });
    const { bytes, text, name } = await download(plan.id);
    expect(name).toContain(`${plan.number}.pdf`);
    for (const part of [plan.number, 'Platform Ltd', 'Dublin', 'IE1234567A', 'Harbour Academy GmbH', 'Am Hafen 1', 'DE123456789', '$29', 'VAT (23%)', '$5.42'])
      expect(text).toContain(part);
    await expectStatus(200, school.browser.call('put', 'billing/seller/', { legal_name: 'Somebody else' }));
    expect((await download(plan.id)).bytes.equals(bytes)).toBe(true);
  }));

test('a renewal gets the next invoice, and asking the gateway again makes no other', async () => {
  await payPlan(at.app, at.school, { plan_id: 'starter' });
  await passDays(at.app, at.school, 31);
  await passDays(at.app, at.school, 1);
  expect((await invoicesOf(at.school.browser)).map(({ amount, tax }: Record<string, unknown>) => [amount, tax])).toEqual([
    [2900, 0],
    [2900, 0],
  ]);
});

test('only owners read the invoices, and only those of their organisation', async () => {
  const { app, school } = at;
  await payPlan(app, school, { plan_id: 'starter' });
  const [{ id }] = await invoicesOf(school.browser);
  const colleague = await newColleague(app, school);
  expect(await refusalOf(colleague.browser.call('get', 'billing/invoices/'))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(colleague.browser.call('get', `billing/invoices/${id}/pdf/`))).toEqual([403, 'permission_denied']);
  const other = await newFreeSchool(app);
  expect(await invoicesOf(other.browser)).toEqual([]);
  expect(await refusalOf(other.browser.call('get', `billing/invoices/${id}/pdf/`))).toEqual([404, 'not_found']);
});

test('the numbers of fifty documents that are issued at once have no gaps, also if some of their transactions fail', async () => {
  const { app, school } = at;
  await payPlan(app, school, { plan_id: 'starter' });
  const { rows } = await app.database.pool.query('select id from platform_payments where organisation_id = $1', [school.organisation.id]);
  const last = async () =>
    (await app.database.pool.query(`select coalesce(max(number), 0)::int as number from platform_invoices where kind = 'credit_note'`)).rows[0].number;
  const before = await last();
  const issue = (fails: boolean) =>
    inTransaction(app.database.db, async (trx) => {
      const document = { organisationId: school.organisation.id, paymentId: rows[0].id, kind: 'credit_note', sourceId: newId(), amount: 1, tax: 0 } as const;
      await issuePlatformInvoices(trx, [document], timeOf(app.clock));
      if (fails) throw new Error('as if the process had ended');
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => issue(index % 5 === 0)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  expect(await last()).toBe(before + 40);
});

test('a document can be neither changed nor deleted', async () => {
  const { app, school } = at;
  await payPlan(app, school, { plan_id: 'starter' });
  const { pool } = app.database;
  await expect(pool.query('update platform_invoices set amount = 1 where payer_id = $1', [school.organisation.id])).rejects.toThrow();
  await expect(pool.query('delete from platform_invoices where payer_id = $1', [school.organisation.id])).rejects.toThrow();
});
