import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import {
  buyStorage,
  limitOf,
  newFreeSchool,
  passDays,
  payStorage,
  platformBooksOf,
  startPlatform,
  storageOf,
  subjectsOf,
} from '../../support/platform-shop.ts';
import { newColleague, type School } from '../../support/school.ts';
import { choose } from '../../support/shop.ts';

let app: TestApp;
let setCard: Awaited<ReturnType<typeof startPlatform>>['setCard'];
let school: School;
beforeAll(async () => {
  ({ app, setCard } = await startPlatform());
});
beforeEach(async () => {
  school = await newFreeSchool(app);
});
afterAll(() => app.close());

const FREE = 1024 ** 3;
const HUNDRED = 100_000_000_000;
const change = async (body: object) => (await expectStatus(200, buyStorage(school.browser, body))).body;

test('the sizes are listed with their prices, smallest first', async () => {
  const { body } = await expectStatus(200, school.browser.call('get', 'storage/checkout/'));
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
  const { body } = await expectStatus(201, buyStorage(school.browser, { addon_id: 'storage_100' }));
  expect([body.amount_due, await limitOf(school)]).toEqual([1000, FREE]);
  await choose(app, body.url, 'pay');
  await app.mailbox.runJobs();
  expect(await limitOf(school)).toBe(FREE + HUNDRED);
  expect(await storageOf(school)).toMatchObject({ item_id: 'storage_100', status: 'active' });
  expect(await subjectsOf(app, school)).toEqual([expect.stringContaining('Receipt: 100 GB of storage')]);
  expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 1000, storage_sales: -1000 });
});

test('fifty requests at once begin one payment', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => buyStorage(school.browser, { addon_id: 'storage_500' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});

test('a larger size counts at once, and a smaller one from the next period on', async () => {
  await payStorage(app, school, { addon_id: 'storage_100' });
  expect(await change({ addon_id: 'storage_500' })).toMatchObject({ effect: 'now', amount_due: 3000 });
  expect(await limitOf(school)).toBe(FREE + 5 * HUNDRED);
  expect(await change({ addon_id: 'storage_100' })).toMatchObject({ effect: 'period_end' });
  expect(await limitOf(school)).toBe(FREE + 5 * HUNDRED);
  await passDays(app, school, 31);
  expect(await limitOf(school)).toBe(FREE + HUNDRED);
  expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 5000, storage_sales: -5000 });
});

test('an add-on that ends rejects new uploads only, and deletes nothing', async () => {
  await payStorage(app, school, { addon_id: 'storage_100' });
  await expectStatus(201, school.browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 2 * FREE }));
  expect(await change({ addon_id: null })).toMatchObject({ effect: 'period_end', billing: { cancel_at_period_end: true } });
  await passDays(app, school, 31);
  const { body: usage } = await school.browser.call('get', 'storage/usage/');
  expect(usage).toMatchObject({ used_bytes: 2 * FREE, limit_bytes: FREE, addon_bytes: 0 });
  const upload = { file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 10, purpose: 'document' };
  expect(await refusalOf(school.browser.call('post', `courses/${school.courseId}/uploads/`, upload))).toEqual([403, 'storage_limit']);
  expect(await storageOf(school)).toBeNull();
});

test('a declined card, and an interval that cannot change, leave the storage as it is', async () => {
  await payStorage(app, school, { addon_id: 'storage_500' });
  await setCard(school, 'fails');
  expect(await refusalOf(buyStorage(school.browser, { addon_id: 'storage_2000' }))).toEqual([409, 'payment_refused']);
  expect(await refusalOf(buyStorage(school.browser, { addon_id: 'storage_100', interval: 'year' }))).toEqual([409, 'plan_not_changeable']);
  expect(await limitOf(school)).toBe(FREE + 5 * HUNDRED);
});

test('storage that is not paid within seven days ends', async () => {
  await payStorage(app, school, { addon_id: 'storage_100' });
  await setCard(school, 'fails');
  await passDays(app, school, 31);
  expect([(await storageOf(school)).status, await limitOf(school)]).toEqual(['past_due', FREE + HUNDRED]);
  await passDays(app, school, 7);
  expect([(await storageOf(school)).status, await limitOf(school)]).toEqual(['unpaid', FREE]);
});

test('only owners buy storage, and only what is sold and needed', async () => {
  const colleague = await newColleague(app, school);
  expect(await refusalOf(buyStorage(colleague.browser, { addon_id: 'storage_100' }))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(buyStorage(school.browser, { addon_id: null }))).toEqual([409, 'not_subscribed']);
  const { body } = await expectStatus(400, buyStorage(school.browser, { addon_id: 'storage_7' }));
  expect(body.errors).toEqual([expect.objectContaining({ field: 'addon_id', code: 'unknown' })]);
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'enterprise' where organisation_id = $1`, [school.organisation.id]);
  expect(await refusalOf(buyStorage(school.browser, { addon_id: 'storage_100' }))).toEqual([409, 'plan_included']);
});

test('removing the add-ons for a test has nothing more charged', async () => {
  await payStorage(app, school, { addon_id: 'storage_100' });
  await expectStatus(204, school.browser.call('delete', 'qa/me/storage-addon/'));
  await app.mailbox.runJobs();
  await passDays(app, school, 62);
  expect([await storageOf(school), await limitOf(school)]).toEqual([null, FREE]);
  expect(await platformBooksOf(app, school)).toEqual({ gateway_clearing: 1000, storage_sales: -1000 });
});
