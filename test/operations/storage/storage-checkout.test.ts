import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { buyStorage, eachWithPlatform, limitOf, passDays, payStorage, platformBooksOf, storageOf, subjectsOf } from '../../support/platform-shop.ts';
import { newColleague } from '../../support/school.ts';
import { choose } from '../../support/shop.ts';

const at = eachWithPlatform();

const FREE = 1024 ** 3;
const HUNDRED = 100_000_000_000;
const change = async (body: object) => (await expectStatus(200, buyStorage(at.school.browser, body))).body;

test('the sizes are listed with their prices, smallest first', async () => {
  const { body } = await expectStatus(200, at.school.browser.call('get', 'storage/checkout/'));
  expect(body.billing).toBeNull();
  expect(body.addons.map(({ id }: { id: string }) => id)).toEqual(['storage_100', 'storage_500', 'storage_2000']);
  expect(body.addons[0]).toEqual({
    id: 'storage_100',
    size_bytes: HUNDRED,
    prices: [
      { interval: 'month', amount: 1000, currency: 'USD' },
      { interval: 'year', amount: 10000, currency: 'USD' },
    ],
  });
});

test('storage that is bought raises the limit when it is paid, and the owner gets a receipt', async () => {
  const { body } = await expectStatus(201, buyStorage(at.school.browser, { addon_id: 'storage_100' }));
  expect([body.amount_due, await limitOf(at.school)]).toEqual([1000, FREE]);
  await choose(at.app, body.url, 'pay');
  await at.app.mailbox.runJobs();
  expect(await limitOf(at.school)).toBe(FREE + HUNDRED);
  expect(await storageOf(at.school)).toMatchObject({ item_id: 'storage_100', status: 'active' });
  expect(await subjectsOf(at.app, at.school)).toEqual([expect.stringContaining('Receipt: 100 GB of storage')]);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 1000, storage_sales: -1000 });
});

test('fifty requests at once begin one payment', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => buyStorage(at.school.browser, { addon_id: 'storage_500' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});

test('a larger size counts at once, and a smaller one from the next period on', async () => {
  await payStorage(at.app, at.school, { addon_id: 'storage_100' });
  expect(await change({ addon_id: 'storage_500' })).toMatchObject({ effect: 'now', amount_due: 3000 });
  expect(await limitOf(at.school)).toBe(FREE + 5 * HUNDRED);
  expect(await change({ addon_id: 'storage_100' })).toMatchObject({ effect: 'period_end' });
  expect(await limitOf(at.school)).toBe(FREE + 5 * HUNDRED);
  await passDays(at.app, at.school, 31);
  expect(await limitOf(at.school)).toBe(FREE + HUNDRED);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 5000, storage_sales: -5000 });
});

test('an add-on that ends rejects new uploads only, and deletes nothing', async () => {
  await payStorage(at.app, at.school, { addon_id: 'storage_100' });
  await expectStatus(201, at.school.browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 2 * FREE }));
  expect(await change({ addon_id: null })).toMatchObject({ effect: 'period_end', billing: { cancel_at_period_end: true } });
  await passDays(at.app, at.school, 31);
  const { body: usage } = await at.school.browser.call('get', 'storage/usage/');
  expect(usage).toMatchObject({ used_bytes: 2 * FREE, limit_bytes: FREE, addon_bytes: 0 });
  const upload = { file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 10, purpose: 'document' };
  expect(await refusalOf(at.school.browser.call('post', `courses/${at.school.courseId}/uploads/`, upload))).toEqual([403, 'storage_limit']);
  expect(await storageOf(at.school)).toBeNull();
});

test('a declined card, and an interval that cannot change, leave the storage as it is', async () => {
  await payStorage(at.app, at.school, { addon_id: 'storage_500' });
  await at.setCard(at.school, 'fails');
  expect(await refusalOf(buyStorage(at.school.browser, { addon_id: 'storage_2000' }))).toEqual([409, 'payment_refused']);
  expect(await refusalOf(buyStorage(at.school.browser, { addon_id: 'storage_100', interval: 'year' }))).toEqual([409, 'plan_not_changeable']);
  expect(await limitOf(at.school)).toBe(FREE + 5 * HUNDRED);
});

test('storage that is not paid within seven days ends', async () => {
  await payStorage(at.app, at.school, { addon_id: 'storage_100' });
  await at.setCard(at.school, 'fails');
  await passDays(at.app, at.school, 31);
  expect([(await storageOf(at.school)).status, await limitOf(at.school)]).toEqual(['past_due', FREE + HUNDRED]);
  await passDays(at.app, at.school, 7);
  expect([(await storageOf(at.school)).status, await limitOf(at.school)]).toEqual(['unpaid', FREE]);
});

test('only owners buy storage, and only what is sold and needed', async () => {
  const colleague = await newColleague(at.app, at.school);
  expect(await refusalOf(buyStorage(colleague.browser, { addon_id: 'storage_100' }))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(buyStorage(at.school.browser, { addon_id: null }))).toEqual([409, 'not_subscribed']);
  const { body } = await expectStatus(400, buyStorage(at.school.browser, { addon_id: 'storage_7' }));
  expect(body.errors).toEqual([expect.objectContaining({ field: 'addon_id', code: 'unknown' })]);
  await at.app.database.pool.query(`update platform_subscriptions set plan_id = 'enterprise' where organisation_id = $1`, [at.school.organisation.id]);
  expect(await refusalOf(buyStorage(at.school.browser, { addon_id: 'storage_100' }))).toEqual([409, 'plan_included']);
});

test('removing the add-ons for a test has nothing more charged', async () => {
  await payStorage(at.app, at.school, { addon_id: 'storage_100' });
  await expectStatus(204, at.school.browser.call('delete', 'qa/me/storage-addon/'));
  await at.app.mailbox.runJobs();
  await passDays(at.app, at.school, 62);
  expect([await storageOf(at.school), await limitOf(at.school)]).toEqual([null, FREE]);
  expect(await platformBooksOf(at.app, at.school)).toEqual({ gateway_clearing: 1000, storage_sales: -1000 });
});
