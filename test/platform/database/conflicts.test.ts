import { sql } from 'kysely';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { mp4, pdf } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

test('transactions that lock the same rows in opposite order both succeed', async () => {
  const { db } = app.database;
  await sql`create table counters (id int primary key, count int not null)`.execute(db);
  await sql`insert into counters values (1, 0), (2, 0)`.execute(db);
  let waiting = 0;
  let release: () => void = () => {};
  const bothHaveOne = new Promise<void>((resolve) => {
    release = resolve;
  });
  const addOne = (first: number, second: number) =>
    inTransaction(db, async (trx) => {
      await sql`update counters set count = count + 1 where id = ${first}`.execute(trx);
      if (++waiting === 2) release();
      await bothHaveOne;
      await sql`update counters set count = count + 1 where id = ${second}`.execute(trx);
    });
  await Promise.all([addOne(1, 2), addOne(2, 1)]);
  const { rows } = await sql<{ count: number }>`select count from counters`.execute(db);
  expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
  expect(waiting).toBe(3);
});

test('renaming the organisation and creating courses with an Idempotency-Key at the same time all succeed', async () => {
  const keyed = (index: number) => {
    const browser = new Browser(app);
    browser.cookie = school.browser.cookie;
    browser.headers = { ...school.browser.headers, 'Idempotency-Key': `key-${index}` };
    return browser;
  };
  const rounds = Array.from({ length: 12 }, (_, index) => index);
  const answers = await Promise.all(
    rounds.flatMap((index) => [
      school.browser.call('patch', 'tenants/subdomain/', { subdomain: `renamed-${index}-${Date.now() % 100000}` }),
      keyed(index).call('post', 'courses/', { title: `Course ${index}` }),
    ]),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
});

test.each([
  ['documents', () => uploadFile(school.browser, school.courseId, pdf())],
  ['media', () => uploadFile(school.browser, school.courseId, mp4(), { purpose: 'media', content_type: 'video/mp4' })],
])('deleting an upload and its object among the %s at the same time never fails as a bug', async (kind, upload) => {
  for (let round = 0; round < 8; round++) {
    const { id } = await upload();
    const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/${kind}/`, { upload_id: id }));
    const answers = await Promise.all([
      school.browser.call('delete', `courses/${school.courseId}/uploads/${id}/`),
      school.browser.call('delete', `courses/${school.courseId}/${kind}/${body.id}/`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![204, 404, 409].includes(status))).toEqual([]);
  }
});
