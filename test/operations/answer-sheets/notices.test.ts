import { ALL_RIGHT, devicePage, newSheetCourse, type SheetCourse, type StoredSheet, sendPages } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';

const PAUSE = 600;
const SHEETS = 30;

let app: TestApp;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await newSheetCourse(app, school);
});
afterAll(() => app.close());

/** Blank sheets with a number that nobody has. */
const sendUnknown = async (sheets: readonly StoredSheet[]) =>
  sendPages(school.browser, ...sheets.map((sheet) => devicePage(sheet, ALL_RIGHT, { number: '99' })));
const blank = async (blank_count: number) => course.sheets(await course.print({ audience: 'blank', blank_count }));
const mails = async () => (await app.mailbox.read(school.email)).map(({ subject, text }) => ({ subject, text }));

test('staff get one notice of a stack of scans that need review, ten minutes after the last of them', async () => {
  const sheets = await blank(SHEETS);
  await sendUnknown(sheets.slice(0, 20));
  await sendUnknown(sheets.slice(20));
  expect(await mails()).toEqual([]);
  await runJobsAfter(app, PAUSE + 1);
  expect(await mails()).toEqual([
    {
      subject: `${SHEETS} scanned pages of Quiz need review`,
      text: expect.stringContaining(`/studio/courses/${course.courseId}/lessons/${course.quiz.id}/review`),
    },
  ]);
});

test('staff get no notice of scans that were decided in time, and none if they do not want it', async () => {
  const learner = await course.enrolled();
  const [sheet, other] = (await blank(2)) as [StoredSheet, StoredSheet];
  const [scan] = await sendUnknown([sheet]);
  await expectStatus(200, school.browser.call('patch', `${course.scanPath}correction/`, { scan_id: scan?.id, enrollment_id: learner.enrollmentId }));
  await mails();
  await runJobsAfter(app, PAUSE + 1);
  expect(await mails()).toEqual([]);
  await expectStatus(200, school.browser.call('patch', 'notifications/preferences/', { events: [{ event: 'scan_needs_review', email: false, sms: false }] }));
  await sendUnknown([other]);
  await runJobsAfter(app, PAUSE + 1);
  expect(await mails()).toEqual([]);
});

test('staff are told of a reading that contradicts an earlier one', async () => {
  await course.enrolled();
  const [sheet] = (await course.sheets(await course.print())) as [StoredSheet];
  await sendPages(school.browser, devicePage(sheet, ALL_RIGHT));
  await sendPages(school.browser, devicePage(sheet, { ...ALL_RIGHT, q1: [4] }));
  await mails();
  await runJobsAfter(app, PAUSE + 1);
  expect(await mails()).toMatchObject([{ subject: 'A scanned page of Quiz needs review' }]);
});
