import { closeMeetings } from '../../../src/domain/attendance/records/close-meetings.ts';
import { connectDatabase, JOB_LIMITS } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { AUDIT } from '../../support/audit.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf, refusalOf } from '../../support/learner.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newAttendedCourse(app, school);
  learner = await course.enrolled();
  await course.settings();
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const DAY_MS = 24 * 3600_000;
const close = () => runTask(app, 'close_meetings');
const cellsOf = async ({ enrollmentId }: { enrollmentId: string }) =>
  (await course.grid()).results.find((row) => row.enrollment_id === enrollmentId)?.cells ?? [];
/** Lets a meeting begin and returns its day. */
async function begun(slot: object = {}): Promise<string> {
  const meeting = { ...soon(app, 10), ...slot };
  await course.meet(meeting);
  wait(app, 11);
  return meeting.first_date;
}

test('a mark is written once however often it is sent, and the change is in the audit log', async () => {
  const day = await begun();
  const [record] = await course.marked(learner, day, { status: 'present', note: 'Sat in front' });
  expect(record).toMatchObject({
    enrollment_id: learner.enrollmentId,
    date: day,
    status: 'present',
    method: 'manual',
    note: 'Sat in front',
    is_expected: false,
    check_in: null,
    has_conflict: false,
    marked_by: { email: school.email },
  });
  expect(await course.marked(learner, day, { status: 'present', note: 'Sat in front' })).toEqual([record]);
  expect(await course.marked(learner, day, { status: 'late' })).toMatchObject([{ status: 'late', note: null }]);
  expect(await course.marked(learner, day, { status: null })).toMatchObject([{ status: null, method: null }]);
  const { rows } = await app.database.pool.query(`select before, after from ${AUDIT} where object_id = $1 and action = 'attendance.marked' order by id`, [
    learner.enrollmentId,
  ]);
  expect(rows.map(({ before, after }) => [before?.status, after.status])).toEqual([
    [undefined, 'present'],
    ['present', 'late'],
    ['late', null],
  ]);
});

test('present becomes late or too short by the times that are sent', async () => {
  await course.settings({ late_after_minutes: 5, least_percent: 50, short_stay_status: 'absent' });
  const slot = soon(app, 10, 60);
  await course.meet(slot);
  wait(app, 11);
  const starts = Date.parse(`${slot.first_date}T${slot.start_time}:00Z`);
  const at = (minutes: number) => new Date(starts + minutes * 60_000).toISOString();
  const marked = async (body: object) => (await course.marked(learner, slot.first_date, { status: 'present', ...body }))[0];
  expect(await marked({ arrived_at: at(5) })).toMatchObject({ status: 'present', arrived_at: at(5), minutes: null });
  expect(await marked({ arrived_at: at(6) })).toMatchObject({ status: 'late' });
  expect(await marked({ arrived_at: at(0), left_at: at(30) })).toMatchObject({ status: 'present', minutes: 30 });
  expect(await marked({ arrived_at: at(0), left_at: at(29) })).toMatchObject({ status: 'absent', minutes: 29 });
  expect(await marked({ status: 'late', arrived_at: at(0) })).toMatchObject({ status: 'late' });
  expect(await faultsOf(course.mark(learner, slot.first_date, { status: 'present', arrived_at: at(9), left_at: at(8) }))).toEqual(['left_at before_start']);
});

test('on a day with several meetings of the learner the slot is required, and a cohort of others meets without being asked for', async () => {
  const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name: 'Others' }));
  const day = { first_date: '2027-05-03', start_time: '09:00', end_time: '10:00' };
  const excuse = (more: object = {}) => ({ status: 'excused', ...more });
  const [own, others] = (await course.meet(day, { ...day, start_time: '08:00', cohort_id: cohort.id })).sort(
    (a, b) => (a.cohort_id ?? '').length - (b.cohort_id ?? '').length,
  );
  expect(await course.marked(learner, day.first_date, excuse())).toMatchObject([{ slot_id: own?.id }]);
  expect(await course.marked(learner, day.first_date, excuse({ slot_id: others?.id }))).toMatchObject([{ slot_id: others?.id }]);
  expect(await faultsOf(course.mark(learner, day.first_date, excuse({ slot_id: NOWHERE })))).toEqual(['slot_id unknown']);
  await course.meet(day, { ...day, start_time: '12:00', end_time: '13:00' });
  expect(await faultsOf(course.mark(learner, day.first_date, excuse()))).toEqual(['slot_id slot_required']);
  for (const date of ['2027-05-04', 'tomorrow', '2027-02-30']) expect((await course.mark(learner, date, excuse())).status).toBe(404);
  expect((await course.mark({ enrollmentId: NOWHERE }, day.first_date, excuse())).status).toBe(404);
  for (const [browser, courseId, id] of await awayFrom(app, school, learner.enrollmentId))
    expect((await browser.call('put', `courses/${courseId}/attendance/records/${id}/${day.first_date}/`, excuse())).status).toBe(404);
});

test('before a meeting opens learners can only be excused, also for a range of days, and nobody attends a cancelled meeting', async () => {
  const weekly = { first_date: '2027-05-03', last_date: '2027-05-24', start_time: '09:00', end_time: '10:00' };
  await course.meet({ ...weekly, exceptions: [{ date: '2027-05-17', is_cancelled: true }] });
  expect(await refusalOf(course.mark(learner, '2027-05-03', { status: 'present' }))).toEqual([409, 'meeting_not_open']);
  expect(await refusalOf(course.mark(learner, '2027-05-17', { status: 'excused' }))).toEqual([409, 'meeting_cancelled']);
  const records = await course.marked(learner, '2027-05-04', { status: 'excused', reason: 'Holiday', until: '2027-05-24' });
  expect(records.map(({ date, status }) => [date, status])).toEqual([
    ['2027-05-10', 'excused'],
    ['2027-05-24', 'excused'],
  ]);
  expect(await course.marked(learner, '2027-05-04', { status: null, until: '2027-05-24' })).toMatchObject([{ status: null }, { status: null }]);
  expect(await faultsOf(course.mark(learner, '2027-05-03', { status: 'present', until: '2027-05-01' }))).toEqual(['until not_allowed', 'until before_start']);
  expect(await faultsOf(course.mark(learner, '2027-05-03', { status: null, until: '2029-05-01' }))).toEqual(['until too_late']);
  const named = { date: '2027-05-10', slot_id: NOWHERE };
  expect(await faultsOf(course.mark(learner, '2027-05-03', { status: null, until: '2027-05-24', makes_up_for: named }))).toEqual(['makes_up_for not_allowed']);
  expect(await faultsOf(course.mark(learner, '2027-05-03', { status: 'excused', makes_up_for: named }))).toEqual(['makes_up_for unknown']);
});

test('many marks of the same learner at once make one record, and every change has its own number', async () => {
  const day = await begun();
  const statuses = ['present', 'late', 'absent', 'excused'];
  await Promise.all(Array.from({ length: MANY }, (_, index) => course.marked(learner, day, { status: statuses[index % 4] })));
  expect(await cellsOf(learner)).toHaveLength(1);
  const { rows } = await app.database.pool.query('select revision from attendance_changes where course_id = $1 order by revision', [course.courseId]);
  expect(rows.map(({ revision }) => Number(revision))).toEqual(rows.map((_, index) => index + 1));
});

test('closing a meeting twice marks those who were expected and did not come as absent once, and nobody who joined later', async () => {
  const day = await begun();
  await course.marked(learner, day, { status: 'present' });
  const missing = await course.enrolled();
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '1 day' where id = $1`, [missing.enrollmentId]);
  const joined = await course.enrolled();
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at + interval '1 day' where id = $1`, [joined.enrollmentId]);
  await close();
  expect(await cellsOf(missing)).toEqual([]);
  wait(app, 100);
  await close();
  await close();
  const { meetings, results } = await course.grid('?ordering=enrolled_at');
  expect(meetings).toMatchObject([{ closed_at: new Date(app.clock.now()).toISOString() }]);
  expect(results.map(({ enrollment_id, cells }) => [enrollment_id, cells.map(({ status, method }) => `${status} ${method}`)])).toEqual([
    [missing.enrollmentId, ['absent automatic']],
    [learner.enrollmentId, ['present manual']],
    [joined.enrollmentId, []],
  ]);
  const { rows } = await app.database.pool.query(`select after from audit_log where action = 'attendance.meeting_closed' and after ->> 'course_id' = $1`, [
    course.courseId,
  ]);
  expect(rows).toEqual([{ after: { course_id: course.courseId, absent: 1 } }]);
  expect(await course.marked(missing, day, { status: null })).toMatchObject([{ status: null, is_expected: true }]);
});

test('meetings that ended while no jobs ran for weeks close as all others do', async () => {
  await course.meet({ ...soon(app, 30, 30), last_date: new Date(app.clock.now() + 60 * DAY_MS).toISOString().slice(0, 10) });
  app.clock.advance(61 * DAY_MS);
  school.browser.cookie = await app.signedInCookie(school.id);
  await close();
  const { results } = await course.grid();
  expect(results[0]?.rate).toMatchObject({ absent: 9, upcoming: 0 });
});

test('meetings close only while attendance is switched on, and without absences if the settings say so', async () => {
  await course.settings({ is_enabled: false });
  await begun();
  wait(app, 100);
  await course.settings({ marks_absent: false });
  await close();
  expect((await course.grid()).meetings).toMatchObject([{ closed_at: null }]);
  await begun();
  wait(app, 100);
  await close();
  const { meetings, results } = await course.grid();
  expect(meetings.map(({ closed_at }) => closed_at === null)).toEqual([true, false]);
  expect(results[0]).toMatchObject({ cells: [], rate: { percent: null, absent: 0 } });
});

test('the rate follows the settings, and an absence that was made up for or is free leaves it', async () => {
  const days: { date: string; slot_id: string }[] = [];
  for (const status of ['present', 'late', 'excused', 'absent', 'absent']) {
    const slot = soon(app, 10);
    const [{ id }] = await course.meet(slot);
    wait(app, 11);
    await course.marked(learner, slot.first_date, { status, slot_id: id });
    wait(app, 100);
    await close();
    days.push({ date: slot.first_date, slot_id: id });
  }
  const rate = async (settings: object) => {
    await course.settings(settings);
    return (await course.grid()).results[0]?.rate;
  };
  const tally = { present: 1, late: 1, excused: 1, absent: 2, made_up: 0, upcoming: 0 };
  expect(await rate({})).toEqual({ ...tally, percent: 50, best_percent: 50 });
  expect(await rate({ late_credit_percent: 50 })).toMatchObject({ percent: 37.5 });
  expect(await rate({ free_absences: 1 })).toMatchObject({ percent: 66.67 });
  await course.meet({ ...soon(app, 10_000), every_weeks: 1 });
  expect(await rate({})).toEqual({ ...tally, percent: 50, best_percent: 60, upcoming: 1 });
  const slot = soon(app, 10);
  const [extra] = await course.meet(slot);
  wait(app, 11);
  await course.marked(learner, slot.first_date, { status: 'present', slot_id: extra.id, makes_up_for: days[4] });
  wait(app, 100);
  await close();
  expect(await rate({})).toEqual({ ...tally, present: 2, made_up: 1, percent: 75, best_percent: 75 });
});

test('learners see only their own row without notes, other members nothing, and staff filter and export all', async () => {
  const other = await course.enrolled();
  const day = await begun();
  await course.marked(learner, day, { status: 'late', note: 'Overslept', reason: 'Bus' });
  await course.marked(other, day, { status: 'present' });
  const { body } = await expectStatus(200, learner.browser.call('get', course.path));
  expect(body.count).toBe(1);
  expect(body.results).toMatchObject([{ enrollment_id: learner.enrollmentId, cells: [{ status: 'late', note: null, reason: 'Bus' }] }]);
  const { courseId } = await newAttendedCourse(app, school);
  expect((await learner.browser.call('get', `courses/${courseId}/attendance/`)).status).toBe(404);
  const ids = async (query: string) => (await course.grid(query)).results.map(({ enrollment_id }) => enrollment_id);
  expect(await ids(`?search=${encodeURIComponent(other.email)}`)).toEqual([other.enrollmentId]);
  expect(await ids('?ordering=-enrolled_at&page_size=1')).toHaveLength(1);
  expect((await course.grid('?from=2027-05-01')).meetings).toEqual([]);
  const { text, headers } = await expectStatus(200, school.browser.call('get', `${course.path}export/?bom=true`));
  expect(headers['content-type']).toContain('text/csv');
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toMatch(new RegExp(`^Enrollment,Name,Email,${day} \\d\\d:\\d\\d,Rate \\(%\\),Present,Late,Excused,Absent$`));
  expect(lines.map((line) => line.split(',')[3]).sort()).toEqual(['L', 'P']);
});

test('a course that somebody else holds keeps the meetings of no other course open', async () => {
  const other = await newAttendedCourse(app, school);
  await other.settings();
  const { enrollmentId } = await other.enrolled();
  await begun();
  await other.meet(soon(app, 10));
  wait(app, 120);
  const held = await app.database.pool.connect();
  const { db, pool } = connectDatabase({ url: app.database.url, poolSize: 1, limits: { ...JOB_LIMITS, lock: 1 }, onIdleError: () => {} });
  try {
    await held.query('begin');
    await held.query('select from attendance_courses where course_id = $1 for update', [course.courseId]);
    await expect(closeMeetings({ db, clock: app.clock })).rejects.toThrow('1 meetings could not be closed');
    expect((await other.grid()).results.find((row) => row.enrollment_id === enrollmentId)?.rate).toMatchObject({ absent: 1 });
  } finally {
    await held.query('rollback');
    held.release();
    await pool.end();
  }
  await close();
  expect((await cellsOf(learner))[0]).toMatchObject({ status: 'absent' });
});
