import { ALL_RIGHT, devicePage, newSheetCourse, sendPages } from '../../../support/answer-sheets.ts';
import { startTestApp, type TestApp, withPorts } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { runTask } from '../../../support/jobs.ts';
import { retentionOf } from '../../../support/retention.ts';
import { newSchool, type School } from '../../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp(withPorts({ retention: retentionOf({ exportDays: 2, sheetPhotoDays: 10 }) }));
  school = await newSchool(app);
});
afterAll(() => app.close());

const daysLater = (days: number) => new Date(app.clock.now() + days * DAY_MS);

test('exports can be downloaded for as long as the operator says, and the notice of one names the day', async () => {
  await expectStatus(202, school.browser.call('post', `courses/${school.courseId}/export/`));
  await expectStatus(202, school.browser.call('post', 'me/data-export/'));
  const until = daysLater(2);
  const mails = await app.mailbox.read(school.email);
  const { body: course } = await expectStatus(200, school.browser.call('get', `courses/${school.courseId}/export/`));
  const { body: own } = await expectStatus(200, school.browser.call('get', 'me/data-export/'));
  expect([course.expires_at, own.results[0].expires_at]).toEqual([until.toISOString(), until.toISOString()]);
  const texts = mails.filter(({ subject }) => /export/i.test(subject ?? '')).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  const day = until.toLocaleDateString('en', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  for (const text of texts) expect(text).toMatch(new RegExp(`download.*until ${day}`));
});

test('photos of answer sheets are kept for as long as the operator says', async () => {
  const course = await newSheetCourse(app, school, {});
  await course.enrolled();
  const [sheet] = await course.sheets(await course.print());
  const [scan] = await sendPages(school.browser, devicePage(sheet as never, ALL_RIGHT));
  const key = `sheets/${school.organisation.id}/${scan?.id}-page.jpg`;
  await app.storage.put(key, Buffer.from('a picture'), 'image/jpeg');
  await app.database.pool.query('update answer_sheet_scans set picture_key = $2 where id = $1', [scan?.id, key]);
  const isKeptAfter = async (days: number) => {
    const at = new Date(app.clock.now() - days * DAY_MS);
    await app.database.pool.query('update answer_sheet_scans set finished_at = $2 where id = $1', [scan?.id, at]);
    await app.database.pool.query('update quiz_attempts set posted_at = $2 where id = $1', [scan?.attempt_id, at]);
    await runTask(app, 'expire_sheet_pictures');
    await app.mailbox.runJobs();
    return (await app.storage.stat(key)) !== undefined;
  };
  expect([await isKeptAfter(9), await isKeptAfter(11)]).toEqual([true, false]);
});
