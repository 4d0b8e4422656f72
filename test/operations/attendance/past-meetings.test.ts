import type { TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { AUDIT } from '../../support/audit.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { awayFrom, enrollMany, type School } from '../../support/school.ts';

let listening: ListeningSchool;
let app: TestApp;
let school: School;
let course: AttendedCourse;
beforeAll(async () => {
  listening = await startListening('attendance.marked', 'attendance.rates_updated', 'attendance.warning');
  ({ app, school } = listening);
});
beforeEach(async () => {
  course = await newAttendedCourse(app, school);
});
afterAll(() => listening.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const DAY_MS = 24 * 3_600_000;
const dayOf = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
const lesson = (days = 0, fields: object = {}) => ({ date: dayOf(days), start_time: '01:00', end_time: '02:30', ...fields });
const record = (body: object, path = course.path) => school.browser.call('post', `${path}meetings/`, body);
const recorded = async (body: object) => (await expectStatus(201, record(body))).body;
const newCohort = async (name: string, fields: object = {}) =>
  (await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name, ...fields }))).body.id as string;
const move = (cohortId: string, body: object) =>
  expectStatus(200, school.browser.call('post', `courses/${course.courseId}/cohorts/${cohortId}/members/`, body));
const change = (enrollmentId: string, what: 'revoke' | 'restore') =>
  expectStatus(200, school.browser.call('post', `courses/${course.courseId}/learners/${enrollmentId}/${what}/`, {}));
const rosterOf = async (meetingId: string): Promise<string[]> =>
  (await expectStatus(200, school.browser.call('get', `${course.path}classroom/roster/?meeting_id=${meetingId}`))).body.results
    .map(({ enrollment_id }: { enrollment_id: string }) => enrollment_id)
    .sort();
const rates = async () => new Map((await course.grid()).results.map(({ enrollment_id, rate }) => [enrollment_id, rate]));

test('a meeting that has taken place expects those who had access on its day: also who has left since, and nobody who came later', async () => {
  const evening = await newCohort('Evening');
  const learners = await Promise.all(Array.from({ length: 6 }, () => course.enrolled()));
  const [stays, leaves, ends, paused, joins, other] = learners.map(({ enrollmentId }) => enrollmentId) as [string, string, string, string, string, string];
  await move(evening, { add: [stays, leaves, ends, paused] });
  await change(paused, 'revoke');
  app.clock.advance(DAY_MS);
  app.clock.advance(DAY_MS);
  await change(ends, 'revoke');
  await change(paused, 'restore');
  await move(evening, { remove: [leaves], add: [joins] });
  const { enrollmentId: late } = await course.enrolled();
  await move(evening, { add: [late] });
  const meeting = await recorded(lesson(-1, { cohort_id: evening, place: 'Room 2' }));
  expect(meeting).toMatchObject({
    date: dayOf(-1),
    starts_at: `${dayOf(-1)}T01:00:00.000Z`,
    ends_at: `${dayOf(-1)}T02:30:00.000Z`,
    place: 'Room 2',
    cohort_id: evening,
    is_cancelled: false,
    is_recorded_afterwards: true,
    closed_at: new Date(app.clock.now()).toISOString(),
  });
  expect(await rosterOf(meeting.id)).toEqual([stays, leaves, ends].sort());
  const ofAll = await recorded(lesson(-1));
  expect(await rosterOf(ofAll.id)).toEqual([stays, leaves, ends, joins, other].sort());
  const today = await recorded(lesson(0));
  expect(await rosterOf(today.id)).toEqual([stays, leaves, ends, paused, joins, other, late].sort());
  expect((await course.grid()).meetings.map(({ id, is_recorded_afterwards }) => [id, is_recorded_afterwards])).toEqual(
    [meeting, ofAll]
      .sort((one, two) => (one.id < two.id ? -1 : 1))
      .concat(today)
      .map(({ id }) => [id, true]),
  );
  expect((await expectStatus(200, school.browser.call('get', `${course.path}meeting-times/`))).body.slots).toEqual([]);
  const { rows } = await app.database.pool.query(`select after from ${AUDIT} where object_id = $1 and action = 'attendance.meeting_recorded'`, [meeting.id]);
  expect(rows).toMatchObject([{ after: { id: meeting.id, course_id: course.courseId, cohort_id: evening, date: dayOf(-1), absent: 0 } }]);
  const files = await exportOf(app, (learners[1] as (typeof learners)[0]).browser);
  expect(JSON.parse(files['former-cohorts.json'] ?? '')).toMatchObject([{ enrollment_id: leaves, cohort_id: evening, cohort_name: 'Evening' }]);
  const gaps = await exportOf(app, (learners[3] as (typeof learners)[0]).browser);
  expect(JSON.parse(gaps['access-gaps.json'] ?? '')).toMatchObject([{ enrollment_id: paused }]);
});

test('the day of a meeting is that of the time zone of the course, also when the clocks change', async () => {
  course = await newAttendedCourse(app, school, { timezone: 'Europe/Berlin' });
  const spring = new Date(Date.UTC(new Date(app.clock.now()).getUTCFullYear() - 1, 2, 31));
  spring.setUTCDate(31 - spring.getUTCDay());
  const date = spring.toISOString().slice(0, 10);
  const [late, early] = await enrollMany(app, school.organisation.id, course.courseId, 2);
  const enrolledAt = (id: string | undefined, at: string) => app.database.pool.query('update enrollments set enrolled_at = $2 where id = $1', [id, at]);
  await enrolledAt(early, `${date}T21:59:59Z`);
  await enrolledAt(late, `${date}T22:00:00Z`);
  const meeting = await recorded({ date, start_time: '02:30', end_time: '03:30' });
  expect(meeting).toMatchObject({ date, starts_at: `${date}T01:00:00.000Z`, ends_at: `${date}T01:30:00.000Z` });
  expect(await rosterOf(meeting.id)).toEqual([early]);
});

test('the meeting counts at once by its marks, and without any of them nobody is absent or warned', async () => {
  await course.settings({ warning: { is_enabled: true, below_percent: 60, after_meetings: 1 } });
  const [came, missed] = [await course.enrolled(), await course.enrolled()];
  const unmarked = await recorded(lesson());
  expect(unmarked.slot_id).not.toBe((await recorded(lesson(0, { start_time: '01:30' }))).slot_id);
  expect(await listening.happened()).toEqual([]);
  expect((await rates()).get(missed.enrollmentId)).toMatchObject({ percent: null, absent: 0 });
  await course.marked(came, dayOf(0), { status: 'late', slot_id: unmarked.slot_id });
  expect((await rates()).get(came.enrollmentId)).toMatchObject({ percent: 100, late: 1 });
  const marks = [{ enrollment_id: came.enrollmentId, status: 'present' }];
  const complete = await recorded(lesson(0, { start_time: '02:00', marks }));
  expect((await rates()).get(came.enrollmentId)).toMatchObject({ percent: 100, late: 1, present: 1 });
  expect((await rates()).get(missed.enrollmentId)).toMatchObject({ percent: 0, absent: 1 });
  const events = await listening.happened();
  expect(events.filter(({ type }) => type === 'attendance.marked').map(({ data }) => [data.enrollment_id, data.status, data.method])).toEqual([
    [came.enrollmentId, 'late', 'manual'],
    [missed.enrollmentId, 'absent', 'automatic'],
    [came.enrollmentId, 'present', 'manual'],
  ]);
  expect(events.filter(({ type }) => type === 'attendance.warning').map(({ data }) => data.enrollment_id)).toEqual([missed.enrollmentId]);
  await runTask(app, 'close_meetings');
  expect((await rates()).get(missed.enrollmentId)).toMatchObject({ absent: 1 });
  const { text } = await expectStatus(200, school.browser.call('get', `${course.path}export/`));
  expect(text.split('\r\n')[0]).toContain(`${dayOf(0)} 02:00`);
  await expectStatus(204, school.browser.call('delete', `${course.path}meetings/${complete.id}/`));
  await listening.happened();
  const { rows } = await app.database.pool.query(
    'select enrollment_id, percent::float8 as percent, absent from attendance_rates where course_id = $1 order by 1',
    [course.courseId],
  );
  expect(rows).toEqual([
    { enrollment_id: came.enrollmentId, percent: 100, absent: 0 },
    { enrollment_id: missed.enrollmentId, percent: null, absent: 0 },
  ]);
  const { rows: log } = await app.database.pool.query(`select before, after from ${AUDIT} where object_id = $1 and action = 'attendance.meeting_deleted'`, [
    complete.id,
  ]);
  expect(log).toMatchObject([{ before: { date: dayOf(0), course_id: course.courseId }, after: null }]);
});

test('settings that mark nobody as absent hold for recorded meetings, too', async () => {
  await course.settings({ marks_absent: false });
  const { enrollmentId } = await course.enrolled();
  const { id } = await recorded(lesson(0, { marks: [] }));
  expect(await rosterOf(id)).toEqual([enrollmentId]);
  expect((await rates()).get(enrollmentId)).toMatchObject({ absent: 0 });
});

test('a meeting that cannot have taken place, or names what does not exist, is refused with all its faults', async () => {
  const { enrollmentId } = await course.enrolled();
  const spring = await newCohort('Spring', { starts_on: dayOf(-3) });
  const marks = [NOWHERE, enrollmentId, enrollmentId].map((enrollment_id) => ({ enrollment_id, status: 'present' }));
  expect(await faultsOf(record(lesson(1, { cohort_id: NOWHERE, marks })))).toEqual([
    'cohort_id unknown',
    'date not_over',
    'marks.0.enrollment_id unknown',
    'marks.2.enrollment_id duplicate',
  ]);
  expect(await faultsOf(record(lesson(0, { start_time: '01:00', end_time: '23:59' })))).toEqual(['date not_over']);
  expect(await faultsOf(record(lesson(0, { end_time: '01:00' })))).toEqual(['end_time same_time']);
  expect(await faultsOf(record(lesson(-4, { cohort_id: spring })))).toEqual(['date before_start']);
  expect(await faultsOf(record(lesson(-731)))).toEqual(['date too_early']);
  await recorded(lesson(-730));
  await course.settings({ keep_days: 40 });
  expect(await faultsOf(record(lesson(-40)))).toEqual(['date too_early']);
  const { rowCount } = await app.database.pool.query(
    `insert into attendance_meetings (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, is_cancelled, closed_at, recorded_at)
      select m.organisation_id, gen_random_uuid(), m.course_id, m.slot_id, m.date + n, m.starts_at, m.ends_at, false, m.closed_at, m.recorded_at
      from attendance_meetings m cross join generate_series(1, 499) n where m.course_id = $1`,
    [course.courseId],
  );
  expect(rowCount).toBe(499);
  expect(await faultsOf(record(lesson()))).toEqual(['date too_many']);
  course = await newAttendedCourse(app, school, { start_date: dayOf(-1) });
  expect(await faultsOf(record(lesson(-2)))).toEqual(['date before_start']);
  await recorded(lesson(-1));
});

test('of two who record the same meeting at once, one is told of the meeting of the other, and so is who records a planned one', async () => {
  const answers = await Promise.all([record(lesson()), record(lesson())]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [made, refused] = answers.sort((one, other) => one.status - other.status).map(({ body }) => body);
  expect(refused).toMatchObject({ code: 'meeting_exists', meeting_id: made.id });
  await expectStatus(201, record(lesson(0, { cohort_id: await newCohort('Evening') })));
  const { first_date: date, ...times } = soon(app, 10, 20);
  await course.meet({ first_date: date, ...times });
  wait(app, 40);
  const { body } = await expectStatus(409, record({ date, ...times }));
  const planned = (await course.grid()).meetings.find(({ is_recorded_afterwards }) => !is_recorded_afterwards);
  expect(body).toMatchObject({ code: 'meeting_exists', meeting_id: planned?.id });
  expect((await school.browser.call('delete', `${course.path}meetings/${planned?.id}/`)).status).toBe(404);
});

test('only staff record and delete meetings, and only those of their own courses', async () => {
  const learner = await course.enrolled();
  const { id } = await recorded(lesson());
  expect((await learner.browser.call('post', `${course.path}meetings/`, lesson(-1))).status).toBe(403);
  expect((await learner.browser.call('delete', `${course.path}meetings/${id}/`)).status).toBe(403);
  expect((await record(lesson(-1), `courses/${NOWHERE}/attendance/`)).status).toBe(404);
  for (const [browser, courseId, one] of await awayFrom(app, { ...school, courseId: course.courseId }, id))
    expect((await browser.call('delete', `courses/${courseId}/attendance/meetings/${one}/`)).status).toBe(404);
});
