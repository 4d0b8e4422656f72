import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { SECRET, startTestApp, type TestApp } from '../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../support/attendance.ts';
import { Browser, expectStatus, PASSWORD } from '../support/browser.ts';
import { runTask } from '../support/jobs.ts';
import { enrollMany, newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
beforeEach(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newAttendedCourse(app, school);
});
afterEach(() => app.close());

const MINUTE_MS = 60_000;
const staff = (method: 'get' | 'post', part: string, body?: object) => school.browser.call(method, `${course.path}${part}`, body);

/** Pairs a new kiosk. */
async function newKiosk(name: string): Promise<{ id: string; device: Browser }> {
  const { body: opened } = await expectStatus(201, staff('post', 'device-sessions/', { name }));
  const { body: secret } = await expectStatus(200, staff('get', 'pin/'));
  const device = new Browser(app);
  device.headers['X-Organisation'] = school.organisation.id;
  await expectStatus(200, device.call('post', `${course.path}kiosk/unlock/`, { code: opened.pairing_code, pin: secret.pin }));
  return { id: opened.id, device };
}

/** Reads what is printed on all badges, by enrollment. */
async function badges(): Promise<Map<string, string>> {
  const keyring = createKeyring(SECRET);
  const { rows } = await app.database.pool.query<{ id: string; sealed_token: Buffer }>(
    'select e.id, b.sealed_token from attendance_badges b join enrollments e on e.user_id = b.user_id where b.revoked_at is null and e.course_id = $1',
    [course.courseId],
  );
  return new Map(rows.map(({ id, sealed_token }) => [id, keyring.open(sealed_token).toString()]));
}

test('on a morning of 300 learners, two kiosks check everybody in once, although one is offline for a while and its clock is wrong', async () => {
  const ids = await enrollMany(app, school.organisation.id, course.courseId, 300);
  wait(app, 5);
  await course.settings({ kiosk: { is_enabled: true } });
  await app.mailbox.runJobs();
  await course.meet(soon(app, 30));
  const [online, offline] = [await newKiosk('Front door'), await newKiosk('Back door')];
  const tokens = await badges();
  expect(tokens.size).toBe(300);
  const { body: known } = await expectStatus(200, offline.device.call('get', `${course.path}kiosk/qr-roster/`));
  expect(known.learners).toHaveLength(300);
  wait(app, 30);
  const send = async ({ device }: typeof online, scans: object[], now?: string) =>
    (await expectStatus(200, device.call('post', `${course.path}kiosk/mark-qr/`, { scans, ...(now === undefined ? {} : { now }) }))).body.results as {
      outcome: string;
    }[];
  const count = (results: { outcome: string }[]) =>
    Object.fromEntries([...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, all]) => [outcome, all.length]));

  // The back door keeps its scans, by a clock that is an hour slow. Fifty learners try both doors, the back door first.
  const slow = (ms: number) => new Date(app.clock.now() - 60 * MINUTE_MS + ms).toISOString();
  const kept = ids.slice(0, 180).map((id, index) => ({ badge: tokens.get(id), at: slow(index * 1000), client_id: id }));
  wait(app, 5);
  const front = ids.slice(130).map((id) => ({ badge: tokens.get(id) }));
  const batches = Array.from({ length: 17 }, (_, index) => front.slice(index * 10, index * 10 + 10));
  const seen = (await Promise.all(batches.map((scans) => send(online, scans)))).flat();
  expect(count(seen)).toEqual({ marked: 170 });
  wait(app, 7);
  const sent = await send(offline, kept, slow(0));
  expect(count(sent)).toEqual({ marked: 180 });
  expect(count(await send(offline, kept, slow(0)))).toEqual({ already_marked: 180 });
  const { rows } = await app.database.pool.query(
    'select status, method, count(*)::int as count from attendance_records group by status, method order by status',
  );
  expect(rows).toEqual([{ status: 'present', method: 'qr', count: 300 }]);
  const { rows: numbers } = await app.database.pool.query('select revision from attendance_changes where course_id = $1 order by revision', [course.courseId]);
  expect(numbers.map(({ revision }) => Number(revision))).toEqual(Array.from({ length: 350 }, (_, index) => index + 1));
});

const ZONE = 'Europe/Berlin';
const DAY_MS = 24 * 60 * MINUTE_MS;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const localTime = (time: number | string) => new Intl.DateTimeFormat('sv', { timeZone: ZONE, timeStyle: 'short' }).format(new Date(time));

/** Returns noon of the first day whose noon has another offset from UTC than that of the day before. */
function nextClockChange(from: number): number {
  const noon = Date.parse(`${day(from)}T12:00:00Z`) + 20 * DAY_MS;
  const days = Array.from({ length: 220 }, (_, index) => noon + index * DAY_MS);
  return days.find((time) => localTime(time) !== localTime(time - DAY_MS)) as number;
}

test('a term with a clock change: a cohort meets elsewhere, a badge is reissued, a kiosk expires, and a learner who stays away is warned', async () => {
  const signIn = async () => void (await expectStatus(200, school.browser.call('post', 'auth/login/', { email: school.email, password: PASSWORD })));
  const until = (time: string | number, minutes: number) => wait(app, (new Date(time).getTime() - app.clock.now()) / MINUTE_MS + minutes);
  const change = nextClockChange(app.clock.now());
  until(change - 9 * DAY_MS, 0);
  await signIn();
  course = await newAttendedCourse(app, school, { timezone: ZONE });
  await course.settings({ kiosk: { is_enabled: true }, warning: { is_enabled: true, below_percent: 60, after_meetings: 2 } });
  const [ada, ben] = [await course.enrolled(), await course.enrolled()];
  await app.mailbox.runJobs();
  const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name: 'Harbour' }));
  await expectStatus(200, school.browser.call('post', `courses/${course.courseId}/cohorts/${cohort.id}/members/`, { add: [ben.enrollmentId] }));
  const kiosk = await newKiosk('Door');
  const weekly = { first_date: day(change - 8 * DAY_MS), last_date: day(change + 6 * DAY_MS), start_time: '10:00', end_time: '11:30' };
  await course.meet({ ...weekly, place: 'Main hall' }, { ...weekly, place: 'Harbour office', cohort_id: cohort.id });
  const { meetings } = await course.grid();
  const starts = [...new Set(meetings.map(({ starts_at }) => starts_at))];
  expect(starts.map(localTime)).toEqual(['10:00', '10:00', '10:00']);
  expect(new Set(starts.map((start) => start.slice(11))).size).toBe(2);
  const [first, second, third] = starts as [string, string, string];
  const { body: badge } = await expectStatus(200, staff('post', `badges/${ada.enrollmentId}/reissue/`));
  const scan = async (token: string) => {
    const { status, body } = await kiosk.device.call('post', `${course.path}kiosk/mark-qr/`, { scans: [{ badge: token }] });
    return status === 200 ? body.results[0].outcome : body.code;
  };
  until(first, 5);
  expect(await scan(badge.token)).toBe('kiosk_locked');
  const { body: secret } = await expectStatus(200, staff('get', 'pin/'));
  await expectStatus(200, kiosk.device.call('post', `${course.path}kiosk/unlock/`, { pin: secret.pin }));
  expect(await scan(badge.token)).toBe('marked');
  wait(app, 120);
  await runTask(app, 'close_meetings');
  const { body: renewed } = await expectStatus(200, staff('post', `badges/${ada.enrollmentId}/reissue/`));
  until(second, 5);
  await expectStatus(200, kiosk.device.call('post', `${course.path}kiosk/unlock/`, { pin: secret.pin }));
  expect([await scan(badge.token), await scan(renewed.token)]).toEqual(['revoked', 'marked']);
  wait(app, 120);
  await runTask(app, 'close_meetings');
  const subjects = async (email: string) => (await app.mailbox.read(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('attendance'));
  expect(await subjects(ben.email)).toEqual(['Your attendance in A course']);
  expect(await subjects(ada.email)).toEqual([]);
  await signIn();
  const { results } = await course.grid('?ordering=enrolled_at');
  expect(results.map(({ rate }) => [rate.percent, rate.present, rate.absent, rate.upcoming])).toEqual([
    [100, 2, 0, 1],
    [0, 0, 4, 2],
  ]);
  until(third, 5);
  await signIn();
  await expectStatus(200, kiosk.device.call('post', `${course.path}kiosk/unlock/`, { pin: secret.pin }));
  expect(await scan(renewed.token)).toBe('marked');
  expect((await course.grid('?ordering=enrolled_at')).results[0]?.cells.map(({ status }) => status)).toEqual(['present', 'present', 'present']);
  await expectStatus(204, school.browser.call('post', `qa/attendance/device-sessions/${kiosk.id}/age/`, { minutes: 40 * 24 * 60 }));
  expect(await scan(renewed.token)).toBe('not_authenticated');
});
