import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { pdf, png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { bringFile, uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const usage = async () => (await expectStatus(200, school.browser.call('get', 'storage/usage/'))).body;
const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `storage/objects/${query}`))).body;
const ballast = (size_bytes: number) => school.browser.call('post', 'qa/me/storage-ballast/', { size_bytes });
const usePlan = (plan: string) =>
  app.database.pool.query(`update platform_subscriptions set plan_id = $1 where organisation_id = $2`, [plan, school.organisation.id]);
const buy = (bytes: number) =>
  app.database.pool.query(`insert into storage_addons (organisation_id, id, size_bytes) values ($1, gen_random_uuid(), $2)`, [school.organisation.id, bytes]);

const EMPTY = { used_bytes: 0, in_flight_bytes: 0, limit_bytes: null, addon_bytes: 0, object_count: 0 };

test('storage usage reports the bytes stored, the bytes in flight, and the limit from the plan and add-ons', async () => {
  expect(await usage()).toEqual(EMPTY);
  await usePlan('free');
  await buy(1000);
  await uploadFile(school.browser, school.courseId, pdf());
  await bringFile(school.browser, school.courseId, pdf('on its way'));
  await expectStatus(201, school.browser.upload(`courses/${school.courseId}/landing/hero/upload/`, await png()));
  const { rows } = await app.database.pool.query(`select size_bytes from storage_objects where purpose = 'hero' and organisation_id = $1`, [
    school.organisation.id,
  ]);
  expect(await usage()).toEqual({
    used_bytes: pdf().length + rows[0].size_bytes,
    in_flight_bytes: pdf('on its way').length,
    limit_bytes: 1024 ** 3 + 1000,
    addon_bytes: 1000,
    object_count: 2,
  });
});

test('an organisation without a plan has a storage limit of zero', async () => {
  await app.database.pool.query(`delete from platform_subscriptions where organisation_id = $1`, [school.organisation.id]);
  expect(await usage()).toEqual({ ...EMPTY, limit_bytes: 0 });
});

test('stored objects are listed newest first, can be ordered and filtered, and exclude rejected and expired uploads', async () => {
  const small = await uploadFile(school.browser, school.courseId, pdf());
  const course = await school.newCourse();
  const large = await uploadFile(school.browser, course.id, pdf('x'.repeat(500)));
  await uploadFile(school.browser, school.courseId, Buffer.from('no PDF'));
  const pending = await bringFile(school.browser, school.courseId, await png(), { purpose: 'media', content_type: 'image/png' });
  const ids = async (query: string) => (await list(query)).results.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([pending.id, large.id, small.id]);
  expect(await ids('?ordering=created_at')).toEqual([small.id, large.id, pending.id]);
  expect((await ids('?ordering=-size_bytes'))[0]).toBe(large.id);
  expect(await ids(`?course_id=${course.id}`)).toEqual([large.id]);
  expect(await ids('?purpose=media')).toEqual([pending.id]);
  expect(await ids('?purpose=nothing')).toEqual([]);
  expect(await list('?page_size=1&page=2')).toMatchObject({ count: 3, next: expect.stringContaining('cursor='), results: [{ id: large.id }] });
  const { id: uploaded_by } = (await school.browser.call('get', 'me/')).body;
  expect((await list('?purpose=document&ordering=created_at')).results[0]).toEqual({
    id: small.id,
    course_id: school.courseId,
    purpose: 'document',
    file_name: 'a file.pdf',
    content_type: 'application/pdf',
    size_bytes: pdf().length,
    status: 'ready',
    uploaded_by,
    created_at: small.created_at,
  });
  app.clock.advance(3600_000);
  expect(await ids('')).toEqual([large.id, small.id]);
  const other = await newSchool(app);
  expect((await other.browser.call('get', 'storage/objects/')).body.count).toBe(0);
});

test('ballast counts towards the bytes used and is deleted all at once', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect((await expectStatus(201, ballast(most))).body).toEqual({ ...EMPTY, used_bytes: most });
  expect((await expectStatus(201, ballast(1))).body.used_bytes).toBe(most);
  expect((await list('?purpose=ballast')).count).toBe(2);
  for (let time = 0; time < 2; time++) await expectStatus(204, school.browser.call('delete', 'qa/me/storage-ballast/'));
  expect(await usage()).toEqual(EMPTY);
});

test('the QA helper removes storage add-ons as if none had been bought', async () => {
  await usePlan('free');
  await buy(1000);
  for (let time = 0; time < 2; time++) await expectStatus(204, school.browser.call('delete', 'qa/me/storage-addon/'));
  expect(await usage()).toMatchObject({ addon_bytes: 0, limit_bytes: 1024 ** 3 });
  const { rows } = await app.database.pool.query(`select before from audit_log where organisation_id = $1 and action = 'storage.addons_removed'`, [
    school.organisation.id,
  ]);
  expect(rows).toEqual([{ before: { size_bytes: 1000 } }]);
});

test('the storage helpers return 404 if the QA helpers are turned off', async () => {
  const own = await startTestApp(withSettings({ qaHelpers: false }));
  const { browser } = await newSchool(own);
  await expectStatus(404, browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 1 }));
  await expectStatus(404, browser.call('delete', 'qa/me/storage-ballast/'));
  await expectStatus(404, browser.call('delete', 'qa/me/storage-addon/'));
  await own.close();
});
