import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newAttendedCourse(app, school);
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const put = (slots: object[], path = course.path) => school.browser.call('put', `${path}meeting-times/`, { slots });
const newCohort = async (name = 'Evening') =>
  (await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name }))).body.id as string;

test('settings have defaults, are replaced as a whole, and each change is in the audit log', async () => {
  const settings = () => school.browser.call('get', `${course.path}settings/`);
  const { body: defaults } = await expectStatus(200, settings());
  expect(defaults).toEqual({
    is_enabled: false,
    accepts_printed_badges: true,
    kiosk: { is_enabled: false, idle_minutes: 240, methods: ['qr'], shows_full_names: false },
    faces: { is_enabled: false, has_legal_basis: false, learners_are_adults: false, token_hours: 24, warn_above_percent: 5 },
    opens_before_minutes: 30,
    late_after_minutes: 10,
    least_percent: null,
    short_stay_status: 'late',
    marks_absent: true,
    late_credit_percent: 100,
    free_absences: 0,
    warning: { is_enabled: false, below_percent: 70, after_meetings: 5 },
    keep_days: null,
    updated_at: null,
  });
  expect(await course.settings({ late_after_minutes: null, warning: { is_enabled: true } })).toMatchObject({
    is_enabled: true,
    late_after_minutes: null,
    warning: { is_enabled: true, below_percent: 70 },
  });
  const after = await course.settings();
  expect(after).toMatchObject({ late_after_minutes: 10, warning: { is_enabled: false } });
  expect((await expectStatus(200, settings())).body).toEqual(after);
  const { rows } = await app.database.pool.query(
    `select before, after from audit_log where object_id = $1 and action = 'attendance.settings_updated' order by id`,
    [course.courseId],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ before: { is_enabled: false }, after: { is_enabled: true } });
  for (const part of ['settings/', 'meeting-times/', 'export/', ''])
    expect((await school.browser.call('get', `courses/${NOWHERE}/attendance/${part}`)).status).toBe(404);
  expect((await school.browser.call('put', `courses/${NOWHERE}/attendance/settings/`, {})).status).toBe(404);
  expect((await put([], `courses/${NOWHERE}/attendance/`)).status).toBe(404);
});

test('a weekly slot meets at the same local time before and after a clock change, and a skipped time is the moment of the change', async () => {
  const berlin = await newAttendedCourse(app, school, { timezone: 'Europe/Berlin' });
  await berlin.meet(
    { first_date: '2027-03-21', last_date: '2027-04-04', start_time: '02:30', end_time: '03:30' },
    { first_date: '2027-10-24', last_date: '2027-11-07', every_weeks: 1, start_time: '02:15', end_time: '02:45' },
  );
  const { meetings, timezone } = await berlin.grid();
  expect(timezone).toBe('Europe/Berlin');
  expect(meetings.map(({ date, starts_at, ends_at }) => [date, starts_at.slice(11, 16), ends_at.slice(11, 16)])).toEqual([
    ['2027-03-21', '01:30', '02:30'],
    ['2027-03-28', '01:00', '01:30'],
    ['2027-04-04', '00:30', '01:30'],
    ['2027-10-24', '00:15', '00:45'],
    ['2027-10-31', '00:15', '00:45'],
    ['2027-11-07', '01:15', '01:45'],
  ]);
});

test('exceptions move, relocate and cancel single meetings, and a meeting past midnight belongs to the day on which it begins', async () => {
  const exceptions = [
    { date: '2027-05-10', is_cancelled: true },
    { date: '2027-05-24', start_time: '20:00', end_time: '21:00', place: 'Library' },
  ];
  await course.meet({ first_date: '2027-05-03', last_date: '2027-06-01', start_time: '23:00', end_time: '00:30', place: 'Hall', exceptions });
  const { meetings } = await course.grid();
  expect(meetings.map(({ date, starts_at, ends_at, place, is_cancelled }) => [date, starts_at, ends_at, place, is_cancelled])).toEqual([
    ['2027-05-03', '2027-05-03T23:00:00.000Z', '2027-05-04T00:30:00.000Z', 'Hall', false],
    ['2027-05-10', '2027-05-10T23:00:00.000Z', '2027-05-11T00:30:00.000Z', 'Hall', true],
    ['2027-05-17', '2027-05-17T23:00:00.000Z', '2027-05-18T00:30:00.000Z', 'Hall', false],
    ['2027-05-24', '2027-05-24T20:00:00.000Z', '2027-05-24T21:00:00.000Z', 'Library', false],
    ['2027-05-31', '2027-05-31T23:00:00.000Z', '2027-06-01T00:30:00.000Z', 'Hall', false],
  ]);
});

test('a slot keeps its ID unless it meets at other times, a meeting that has begun never changes, and coming excuses move along', async () => {
  const learner = await course.enrolled();
  await course.settings();
  const running = soon(app, 10);
  const later = { first_date: '2027-05-03', last_date: '2027-05-17', start_time: '09:00', end_time: '10:00' };
  const [now, weekly] = await course.meet(running, later);
  wait(app, 20);
  await course.marked(learner, '2027-05-10', { status: 'excused', reason: 'Travel' });
  const before = await course.grid();
  const kept = await course.meet(
    { ...running, id: now.id, place: 'Attic' },
    { ...later, id: weekly.id, exceptions: [{ date: '2027-05-03', is_cancelled: true }] },
  );
  expect(kept.map(({ id }) => id)).toEqual([now.id, weekly.id]);
  expect((await course.grid()).meetings[0]).toEqual(before.meetings[0]);
  const [moved] = await course.meet({ ...later, id: weekly.id, start_time: '11:00', end_time: '12:00' });
  expect(moved.id).not.toBe(weekly.id);
  const { meetings, results } = await course.grid();
  expect(meetings.map(({ slot_id, starts_at }) => [slot_id, starts_at.slice(0, 16)])).toEqual([
    [now.id, before.meetings[0]?.starts_at.slice(0, 16)],
    [moved.id, '2027-05-03T11:00'],
    [moved.id, '2027-05-10T11:00'],
    [moved.id, '2027-05-17T11:00'],
  ]);
  expect(results[0]?.cells).toMatchObject([{ meeting_id: meetings[2]?.id, status: 'excused', reason: 'Travel' }]);
  expect((await course.meet()).length).toBe(0);
  expect((await course.grid()).meetings.map(({ slot_id }) => slot_id)).toEqual([now.id]);
});

test('slots that contradict themselves or name what does not exist are refused with all their faults', async () => {
  const day = { first_date: '2027-05-03', start_time: '09:00', end_time: '10:00' };
  const slots = [
    { ...day, id: NOWHERE },
    { ...day, cohort_id: NOWHERE, end_time: '09:00' },
    { ...day, last_date: '2027-05-02' },
    { ...day, last_date: '2039-05-02' },
    { ...day, exceptions: [{ date: '2027-05-04' }, { date: '2027-05-03', end_time: '09:00' }, { date: '2027-05-03' }] },
  ];
  expect(await faultsOf(put(slots))).toEqual([
    'slots.0.id unknown',
    'slots.1.cohort_id unknown',
    'slots.1.end_time same_time',
    'slots.2.last_date before_start',
    'slots.3.last_date too_late',
    'slots.4.exceptions.0.date unknown',
    'slots.4.exceptions.1.end_time same_time',
    'slots.4.exceptions.2.date duplicate',
  ]);
  const daily = Array.from({ length: 7 }, (_, index) => ({ ...day, first_date: `2027-05-0${index + 1}`, last_date: '2029-04-01' }));
  expect(await faultsOf(put(daily))).toEqual(['slots too_many']);
  const [slot] = await course.meet(day);
  expect(
    await faultsOf(
      put([
        { ...day, id: slot.id },
        { ...day, id: slot.id },
      ]),
    ),
  ).toEqual(['slots.1.id duplicate']);
});

test('when the time zone of the course changes, coming meetings keep their wall-clock times', async () => {
  await course.meet({ first_date: '2027-05-03', start_time: '09:00', end_time: '10:00' });
  await expectStatus(200, school.agent('patch', `courses/${course.courseId}/`, { timezone: 'Asia/Tokyo' }));
  await app.mailbox.runJobs();
  expect((await course.grid()).meetings).toMatchObject([{ date: '2027-05-03', starts_at: '2027-05-03T00:00:00.000Z', ends_at: '2027-05-03T01:00:00.000Z' }]);
});

test('a slot whose cohort is deleted ends, and nobody is expected at its meetings', async () => {
  const cohort = await newCohort();
  await course.meet({ ...soon(app), cohort_id: cohort });
  expect((await course.grid()).meetings).toMatchObject([{ cohort_id: cohort }]);
  await expectStatus(204, school.browser.call('delete', `courses/${course.courseId}/cohorts/${cohort}/`));
  expect((await expectStatus(200, school.browser.call('get', `${course.path}meeting-times/`))).body.slots).toEqual([]);
  expect((await course.grid()).meetings).toEqual([]);
});

test('of two replacements at once, one follows the other, and the meetings are those of the last', async () => {
  const days = ['2027-05-03', '2027-05-04'].map((first_date) => ({ first_date, start_time: '09:00', end_time: '10:00' }));
  await Promise.all(days.map((day) => course.meet(day)));
  const { body } = await expectStatus(200, school.browser.call('get', `${course.path}meeting-times/`));
  const { meetings } = await course.grid();
  expect(meetings.map(({ slot_id, date }) => [slot_id, date])).toEqual(
    body.slots.map(({ id, first_date }: { id: string; first_date: string }) => [id, first_date]),
  );
  expect(meetings).toHaveLength(1);
});
