import { checkAttendance } from '../../../src/domain/attendance/records/check-rates.ts';
import type { TestApp } from '../../support/app.ts';
import { newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { enrollMany, type School } from '../../support/school.ts';

let listening: ListeningSchool;
let app: TestApp;
let school: School;
beforeAll(async () => {
  listening = await startListening('attendance.marked', 'attendance.rates_updated', 'attendance.warning');
  ({ app, school } = listening);
});
afterAll(() => listening.close());

const happened = () => listening.happened();

test('every change of a record is reported once, also those of a meeting that closes', async () => {
  const course = await newAttendedCourse(app, school);
  await course.settings();
  const learner = await course.enrolled();
  await enrollMany(app, school.organisation.id, course.courseId, 120);
  const slot = soon(app, 10);
  await course.meet(slot);
  wait(app, 11);
  await course.marked(learner, slot.first_date, { status: 'present' });
  await course.marked(learner, slot.first_date, { status: 'present' });
  expect(await happened()).toMatchObject([
    { type: 'attendance.marked', data: { enrollment_id: learner.enrollmentId, status: 'present', method: 'manual', meeting: { date: slot.first_date } } },
  ]);
  wait(app, 100);
  await runTask(app, 'close_meetings');
  const all = await happened();
  expect(all.filter(({ type }) => type === 'attendance.rates_updated')).toMatchObject([{ data: { course: { id: course.courseId }, learners: 121 } }]);
  const closed = all.filter(({ type }) => type === 'attendance.marked');
  expect(closed).toHaveLength(120);
  expect(closed[0]).toMatchObject({ type: 'attendance.marked', data: { status: 'absent', method: 'automatic' } });
});

test('a learner whose rate falls is warned once, and again only after it has recovered', async () => {
  const course = await newAttendedCourse(app, school);
  await course.settings({ warning: { is_enabled: true, below_percent: 60, after_meetings: 2 } });
  const learner = await course.enrolled();
  const { body: settings } = await expectStatus(200, school.browser.call('get', 'notifications/preferences/'));
  expect(settings.events.map(({ event }: { event: string }) => event)).toContain('learner_attendance_warning');
  await expectStatus(200, school.browser.call('patch', 'notifications/preferences/', { events: [{ event: 'learner_attendance_warning', email: true }] }));
  const attend = async (status: string | null) => {
    const slot = soon(app, 10);
    const [{ id }] = await course.meet(slot);
    wait(app, 11);
    if (status !== null) await course.marked(learner, slot.first_date, { status, slot_id: id });
    wait(app, 100);
    await runTask(app, 'close_meetings');
    return (await happened()).filter(({ type }) => type === 'attendance.warning').map(({ data }) => [data.enrollment_id, data.percent]);
  };
  expect(await attend(null)).toEqual([]);
  const mails = async (email: string) => (await app.mailbox.read(email)).filter(({ subject }) => /attendance|missing meetings/.test(subject ?? ''));
  expect(await attend(null)).toEqual([[learner.enrollmentId, 0]]);
  expect(await mails(learner.email)).toMatchObject([{ subject: 'Your attendance in A course', text: expect.stringContaining('0%') }]);
  expect(await mails(school.email)).toMatchObject([{ subject: expect.stringContaining('’s attendance in A course') }]);
  expect(await attend('present')).toEqual([]);
  expect(await attend('present')).toEqual([]);
  expect(await attend('present')).toEqual([]);
  expect(await attend(null)).toEqual([[learner.enrollmentId, 50]]);
});

test('rates are reported once when they change, also by the settings, and not when they are computed again', async () => {
  const course = await newAttendedCourse(app, school);
  await course.settings();
  const learner = await course.enrolled();
  const slot = soon(app, 10);
  const [{ id: slot_id }] = await course.meet(slot);
  wait(app, 11);
  await course.marked(learner, slot.first_date, { status: 'late', slot_id });
  wait(app, 100);
  await runTask(app, 'close_meetings');
  const told = async () => (await happened()).filter(({ type }) => type === 'attendance.rates_updated').map(({ data }) => data.learners);
  expect(await told()).toEqual([1]);
  const payload = { organisation_id: school.organisation.id, course_id: course.courseId };
  await runTask(app, 'check_attendance', payload);
  expect(await told()).toEqual([]);
  await course.settings({ late_credit_percent: 40 });
  expect(await told()).toEqual([1]);
  const { rows } = await app.database.pool.query('select percent::float8 as percent, late from attendance_rates where course_id = $1', [course.courseId]);
  expect(rows).toEqual([{ percent: 40, late: 1 }]);
  await course.marked(learner, slot.first_date, { status: 'present', slot_id });
  await Promise.all(Array.from({ length: 10 }, () => checkAttendance({ db: app.database.db, clock: app.clock }, payload)));
  expect(await told()).toEqual([1]);
});
