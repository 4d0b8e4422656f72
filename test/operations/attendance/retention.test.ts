import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus, PASSWORD } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import type { Enrolled } from '../../support/learner.ts';
import { newSchool } from '../../support/school.ts';

let app: TestApp;
let course: AttendedCourse;
let learner: Enrolled;
let day: string;
beforeEach(async () => {
  app = await startTestApp();
  course = await newAttendedCourse(app, await newSchool(app));
  learner = await course.enrolled();
  await course.settings({ keep_days: 40 });
  const meeting = soon(app, 10);
  await course.meet(meeting);
  wait(app, 11);
  day = meeting.first_date;
});
afterEach(() => app.close());

test('a learner exports their attendance, and erasing them deletes what staff wrote about them', async () => {
  await course.marked(learner, day, { status: 'excused', reason: 'Illness', note: 'Called' });
  const files = await exportOf(app, learner.browser);
  expect(JSON.parse(files['attendance.json'] ?? '')).toMatchObject([
    { enrollment_id: learner.enrollmentId, status: 'excused', reason: 'Illness', note: 'Called' },
  ]);
  await expectStatus(202, learner.browser.call('post', 'me/delete/', { password: PASSWORD }));
  app.clock.advance(15 * 24 * 3_600_000);
  await runTask(app, 'erase_users');
  const { rows } = await app.database.pool.query('select status, reason, note from attendance_records');
  expect(rows).toEqual([{ status: 'excused', reason: null, note: null }]);
});

test('meetings are forgotten after the time of the settings, and changes after thirty days', async () => {
  await course.marked(learner, day, { status: 'present' });
  const count = async (table: string) => (await app.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;
  app.clock.advance(31 * 24 * 3_600_000);
  await runTask(app, 'forget_attendance');
  expect([await count('attendance_changes'), await count('attendance_records')]).toEqual([0, 1]);
  app.clock.advance(10 * 24 * 3_600_000);
  await runTask(app, 'forget_attendance');
  expect([await count('attendance_meetings'), await count('attendance_records')]).toEqual([0, 0]);
});
