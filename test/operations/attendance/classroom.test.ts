import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, enrollMany, newSchool, type School } from '../../support/school.ts';

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
  await app.mailbox.runJobs();
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const call = (method: 'get' | 'post', part: string, body?: object, browser = school.browser) => browser.call(method, `${course.path}${part}`, body);
const read = async (part: string) => (await expectStatus(200, call('get', part))).body;
const scan = async (scans: object[], more: object = {}) =>
  (await expectStatus(200, call('post', 'classroom/mark-qr/', { scans, ...more }))).body.results as Row[];
const reissue = async ({ enrollmentId }: { enrollmentId: string }) =>
  (await expectStatus(200, call('post', `badges/${enrollmentId}/reissue/`))).body as { token: string };
const ago = (minutes: number) => new Date(app.clock.now() - minutes * 60_000).toISOString();

/** Lets a meeting begin, and returns it. */
async function begun(slot: object = {}): Promise<{ id: string; date: string }> {
  await course.meet({ ...soon(app, 10), ...slot });
  wait(app, 12);
  return (await read('classroom/roster/')).meeting;
}

test('the roster shows the open meeting with everybody who is expected, and the marks that were made', async () => {
  expect(await read('classroom/roster/')).toMatchObject({ meeting: null, count: 0, results: [] });
  await enrollMany(app, school.organisation.id, course.courseId, 2);
  const meeting = await begun();
  await course.marked(learner, meeting.date, { status: 'late' });
  const roster = await read('classroom/roster/');
  expect(roster).toMatchObject({ meeting, count: 3 });
  expect(roster.results.map(({ status }: Row) => status).sort()).toEqual(['late', null, null]);
  expect((await read(`classroom/roster/?search=${encodeURIComponent(learner.email)}`)).results).toMatchObject([{ enrollment_id: learner.enrollmentId }]);
  expect(await faultsOf(call('get', `classroom/roster/?meeting_id=${NOWHERE}`))).toEqual(['meeting_id unknown']);
  expect((await read(`classroom/roster/?meeting_id=${meeting.id}&page_size=1`)).results).toHaveLength(1);
});

test('marks of a device count once, in the order of their times, however often and in whatever order they are sent', async () => {
  const meeting = await begun();
  const mark = async (...marks: object[]) =>
    (await expectStatus(200, call('post', 'classroom/mark/', { meeting_id: meeting.id, marks }))).body.results as Row[];
  const one = { enrollment_id: learner.enrollmentId, client_id: NOWHERE };
  expect(await mark({ ...one, status: 'absent', at: ago(1) })).toEqual([
    { client_id: NOWHERE, enrollment_id: learner.enrollmentId, outcome: 'marked', status: 'absent' },
  ]);
  expect(await mark({ ...one, status: 'absent', at: ago(1) })).toMatchObject([{ outcome: 'already_marked', status: 'absent' }]);
  expect(await mark({ ...one, status: 'present', at: ago(2) })).toMatchObject([{ outcome: 'already_marked', status: 'absent' }]);
  expect(await mark({ ...one, status: 'present', at: ago(2) }, { ...one, status: 'late' })).toMatchObject([{ status: 'late' }, { status: 'late' }]);
  expect(await mark({ ...one, status: 'present', at: ago(-30) }, { ...one, status: 'present', at: ago(8 * 24 * 60) })).toMatchObject([
    { outcome: 'out_of_time' },
    { outcome: 'out_of_time' },
  ]);
  const slow = { meeting_id: meeting.id, now: ago(60), marks: [{ ...one, status: 'excused', at: ago(60) }] };
  expect((await expectStatus(200, call('post', 'classroom/mark/', slow))).body.results).toMatchObject([{ outcome: 'marked', status: 'excused' }]);
  expect(await mark({ enrollment_id: NOWHERE, status: 'present' })).toMatchObject([{ outcome: 'not_enrolled', status: null }]);
  expect((await course.grid()).results[0]?.cells).toMatchObject([{ status: 'excused', method: 'classroom' }]);
});

test('nobody is marked in a meeting that has not opened, is cancelled, or is not of the course', async () => {
  const mark = (meeting_id: string) => call('post', 'classroom/mark/', { meeting_id, marks: [{ enrollment_id: learner.enrollmentId, status: 'present' }] });
  const day = { first_date: '2027-05-03', last_date: '2027-05-10', start_time: '09:00', end_time: '10:00' };
  await course.meet({ ...day, exceptions: [{ date: '2027-05-10', is_cancelled: true }] });
  const [coming, cancelled] = (await course.grid()).meetings;
  expect(await refusalOf(mark(coming?.id as string))).toEqual([409, 'meeting_not_open']);
  expect(await refusalOf(mark(cancelled?.id as string))).toEqual([409, 'meeting_cancelled']);
  expect(await faultsOf(mark(NOWHERE))).toEqual(['meeting_id unknown']);
  expect(await refusalOf(call('get', 'classroom/qr-roster/'))).toEqual([409, 'meeting_not_open']);
  expect(await refusalOf(call('get', `classroom/qr-roster/?meeting_id=${cancelled?.id}`))).toEqual([409, 'meeting_not_open']);
});

test('the code of the classroom marks only the learner who enters it, and a picture of it is worthless half a minute later', async () => {
  const other = await course.enrolled();
  await begun();
  const show = async () => (await read('classroom/qr-roster/')).code as string;
  const enter = async (code: string, { browser } = learner) => (await expectStatus(200, call('post', 'classroom/mark-qr/', { code }, browser))).body.results[0];
  const code = await show();
  expect(await enter(code)).toMatchObject({ outcome: 'marked', enrollment_id: learner.enrollmentId, status: 'present' });
  expect(await enter(code)).toMatchObject({ outcome: 'already_marked', status: 'present' });
  app.clock.advance(31_000);
  expect(await enter(code, other)).toMatchObject({ outcome: 'expired', status: null });
  expect(await enter(`${code.slice(0, -2)}xx`, other)).toMatchObject({ outcome: 'unknown' });
  const fresh = await show();
  wait(app, 100);
  expect(await enter(fresh, other)).toMatchObject({ outcome: 'expired' });
  expect(await refusalOf(call('post', 'classroom/mark-qr/', { scans: [{ badge: 'x' }] }, other.browser))).toEqual([403, 'permission_denied']);
  expect(await faultsOf(call('post', 'classroom/mark-qr/', {}))).toEqual(['body required']);
  expect((await call('post', 'classroom/mark-qr/', { code: fresh })).status).toBe(404);
  const elsewhere = await newAttendedCourse(app, school);
  await expectStatus(201, other.browser.call('post', `courses/${elsewhere.courseId}/enroll/`, {}));
  const there = await expectStatus(200, other.browser.call('post', `${elsewhere.path}classroom/mark-qr/`, { code: fresh }));
  expect(there.body.results).toMatchObject([{ outcome: 'other_course' }]);
});

test('two learners who enter the code in one browser are flagged', async () => {
  const other = await course.enrolled();
  await begun();
  const { code } = await read('classroom/qr-roster/');
  for (const { browser } of [learner, other]) {
    browser.cookie = `lms_visitor=${NOWHERE}; ${browser.cookie}`;
    await expectStatus(200, call('post', 'classroom/mark-qr/', { code }, browser));
  }
  expect((await read('classroom/roster/')).results.map(({ shares_device }: Row) => shares_device)).toEqual([true, true]);
});

test('a badge is made when attendance is switched on or the learner enrolls, and is the same in every course', async () => {
  const late = await course.enrolled();
  await app.mailbox.runJobs();
  const { results } = await read('badges/');
  expect(results.map(({ enrollment_id, created_at }: Row) => [enrollment_id, created_at !== null])).toEqual(
    expect.arrayContaining([learner, late].map(({ enrollmentId }) => [enrollmentId, true])),
  );
  const unattended = await newAttendedCourse(app, school);
  const stranger = await unattended.enrolled();
  await app.mailbox.runJobs();
  expect((await stranger.browser.call('get', 'me/attendance/badge/')).status).toBe(404);
  const { body } = await expectStatus(200, learner.browser.call('get', 'me/attendance/badge/'));
  expect(body).toMatchObject({ organisation_id: school.organisation.id, code: expect.stringMatching(/^lmsr_/) });
  await runTask(app, 'make_badges', { organisation_id: school.organisation.id, course_id: course.courseId });
  const { rows } = await app.database.pool.query('select count(*)::int as count from attendance_badges where revoked_at is null group by user_id');
  expect(rows.every(({ count }) => count === 1)).toBe(true);
});

test('a scan answers who it was, or clearly why it does not count', async () => {
  const elsewhere = await newAttendedCourse(app, school);
  await elsewhere.settings();
  const [other, outsider] = [await elsewhere.enrolled(), await course.enrolled()];
  await app.mailbox.runJobs();
  const [badge, otherBadge] = [
    (await reissue(learner)).token,
    (await expectStatus(200, school.browser.call('post', `${elsewhere.path}badges/${other.enrollmentId}/reissue/`))).body.token,
  ];
  expect(await scan([{ badge }])).toMatchObject([{ outcome: 'outside_meeting', enrollment_id: learner.enrollmentId }]);
  const meeting = await begun();
  expect(await scan([{ badge, client_id: NOWHERE }, { badge }, { badge: 'lmsb_none' }, { badge: otherBadge }])).toMatchObject([
    { client_id: NOWHERE, outcome: 'marked', enrollment_id: learner.enrollmentId, name: expect.any(String), meeting_id: meeting.id, status: 'present' },
    { outcome: 'already_marked' },
    { outcome: 'unknown', name: null },
    { outcome: 'other_course' },
  ]);
  const own = async ({ browser }: Enrolled) => (await expectStatus(200, browser.call('get', 'me/attendance/badge/'))).body.code as string;
  const shown = await own(outsider);
  expect(await scan([{ badge: shown }])).toMatchObject([{ outcome: 'marked', enrollment_id: outsider.enrollmentId }]);
  app.clock.advance(61_000);
  expect(await scan([{ badge: shown }])).toMatchObject([{ outcome: 'expired' }]);
  await course.settings({ accepts_printed_badges: false });
  expect(await scan([{ badge }])).toMatchObject([{ outcome: 'printed_refused' }]);
  await course.settings();
  await expectStatus(200, school.browser.call('post', `courses/${course.courseId}/learners/${learner.enrollmentId}/revoke/`));
  expect(await scan([{ badge }, { badge, at: ago(-10) }])).toMatchObject([{ outcome: 'not_enrolled' }, { outcome: 'out_of_time' }]);
});

test('a reissued badge kills the old one at once in all courses, and a scan from before that arrives later waits for staff', async () => {
  const { token } = await reissue(learner);
  const meeting = await begun();
  wait(app, 1);
  const fresh = await Promise.all([reissue(learner), reissue(learner)]);
  expect(await scan([{ badge: token }, { badge: token, at: ago(0.5) }])).toMatchObject([
    { outcome: 'revoked', status: null },
    { outcome: 'to_confirm', status: null },
  ]);
  const roster = await read('classroom/roster/');
  expect(roster.results).toMatchObject([{ enrollment_id: learner.enrollmentId, status: null, unconfirmed_at: ago(0.5) }]);
  const outcomes = await Promise.all(fresh.map(async (badge) => (await scan([{ badge: badge.token }]))[0]?.outcome));
  expect(outcomes.sort()).toEqual(['marked', 'revoked']);
  expect((await read(`classroom/roster/?meeting_id=${meeting.id}`)).results).toMatchObject([{ status: 'present', unconfirmed_at: null }]);
  for (const [browser, courseId, id] of await awayFrom(app, school, learner.enrollmentId))
    expect((await browser.call('post', `courses/${courseId}/attendance/badges/${id}/reissue/`)).status).toBe(404);
});

test('the earliest scan counts in whatever order they arrive, staff overrule it, and what they cleared stays cleared', async () => {
  const { token: badge } = await reissue(learner);
  const { date } = await begun();
  wait(app, 20);
  expect(await scan([{ badge }])).toMatchObject([{ outcome: 'marked', status: 'late' }]);
  expect(await scan([{ badge, at: ago(19) }])).toMatchObject([{ outcome: 'marked', status: 'present' }]);
  expect(await course.marked(learner, date, { status: 'absent' })).toMatchObject([
    { status: 'absent', has_conflict: true, check_in: { status: 'present', method: 'qr', at: ago(19) } },
  ]);
  expect(await scan([{ badge }])).toMatchObject([{ outcome: 'already_marked', status: 'absent' }]);
  expect(await course.marked(learner, date, { status: null })).toMatchObject([{ status: null, check_in: null }]);
  expect(await scan([{ badge, at: ago(10) }])).toMatchObject([{ outcome: 'already_marked', status: null }]);
  wait(app, 1);
  expect(await scan([{ badge }])).toMatchObject([{ outcome: 'marked', status: 'late' }]);
});

test('a scan of a time inside the meeting replaces an automatic absence, even days later', async () => {
  const { token: badge } = await reissue(learner);
  await begun();
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '1 day' where id = $1`, [learner.enrollmentId]);
  wait(app, 2 * 24 * 60);
  await runTask(app, 'close_meetings');
  expect((await course.grid()).results[0]?.cells).toMatchObject([{ status: 'absent' }]);
  expect(await scan([{ badge, at: ago(2 * 24 * 60) }])).toMatchObject([{ outcome: 'marked', status: 'present' }]);
  expect((await course.grid()).results[0]?.cells).toMatchObject([{ status: 'present', method: 'qr' }]);
});

test('the PIN exists while kiosks are enabled, is renewed on request, and each reading of it is in the audit log', async () => {
  const pin = async () => (await read('pin/')).pin as string;
  expect((await call('get', 'pin/')).status).toBe(404);
  await course.settings({ kiosk: { is_enabled: true } });
  const first = await pin();
  expect(first).toMatch(/^\d{6}$/);
  await course.settings({ kiosk: { is_enabled: true, methods: ['name'] } });
  expect(await pin()).toBe(first);
  await course.settings({ kiosk: { is_enabled: true }, renew_pin: true });
  expect(await pin()).not.toBe(first);
  await course.settings();
  expect((await call('get', 'pin/')).status).toBe(404);
  const { rows } = await app.database.pool.query(`select count(*)::int as count from audit_log where object_id = $1 and action = 'attendance.pin_read'`, [
    course.courseId,
  ]);
  expect(rows[0].count).toBe(3);
});
