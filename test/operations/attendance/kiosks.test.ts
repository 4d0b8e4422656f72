import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { AUDIT } from '../../support/audit.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
let learner: Enrolled;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await newAttendedCourse(app, school);
  learner = await course.enrolled();
  await course.settings({ kiosk: { is_enabled: true, methods: ['name', 'qr'] } });
  await app.mailbox.runJobs();
});
afterAll(() => app.close());

const staff = (method: 'get' | 'post' | 'delete', part: string, body?: object) => school.browser.call(method, `${course.path}${part}`, body);
const open = async (body: object = {}) => (await expectStatus(201, staff('post', 'device-sessions/', { name: 'Door', ...body }))).body as Row;
const pin = async () => (await expectStatus(200, staff('get', 'pin/'))).body.pin as string;
const list = async () => (await expectStatus(200, staff('get', 'device-sessions/'))).body.results as Row[];
const unlock = (device: Browser, body: object) => device.call('post', `${course.path}kiosk/unlock/`, body);
const roster = (device: Browser) => device.call('get', `${course.path}kiosk/roster/`);
const age = (id: string, minutes: number) => school.browser.call('post', `qa/attendance/device-sessions/${id}/age/`, { minutes });

function newDevice(): Browser {
  const device = new Browser(app);
  device.headers['X-Organisation'] = school.organisation.id;
  return device;
}

/** Pairs a new device. */
async function paired(): Promise<{ device: Browser; id: string }> {
  const { id, pairing_code: code } = await open();
  const device = newDevice();
  await expectStatus(200, unlock(device, { code, pin: await pin() }));
  return { device, id };
}

async function begun(): Promise<void> {
  await course.meet(soon(app, 10));
  wait(app, 11);
}

test('a device is paired once by its code and the PIN, within ten minutes, and is then listed as active', async () => {
  const { pairing_code: code, ...made } = await open();
  expect(code).toMatch(/^[2-9A-Z]{8}$/);
  expect(await list()).toMatchObject([{ id: made.id, name: 'Door', state: 'pairing', opened_by: { email: school.email } }]);
  const right = await pin();
  const device = newDevice();
  const { headers, body } = await expectStatus(200, unlock(device, { code: String(code).toLowerCase(), pin: right }));
  expect(body).toEqual({ id: made.id, name: 'Door', expires_at: made.expires_at });
  expect(String(headers['set-cookie'])).toMatch(/^lms_kiosk=lmsk_[^;]+; .*HttpOnly; SameSite=Lax/);
  expect(await refusalOf(unlock(newDevice(), { code, pin: right }))).toEqual([401, 'invalid_code']);
  expect(await list()).toMatchObject([{ state: 'active', wrong_pins: 0 }]);
  const late = await open();
  wait(app, 11);
  expect(await refusalOf(unlock(newDevice(), { code: late.pairing_code, pin: right }))).toEqual([401, 'invalid_code']);
  expect(await refusalOf(unlock(new Browser(app), { code: late.pairing_code, pin: right }))).toEqual([401, 'invalid_code']);
  const { rows } = await app.database.pool.query(`select action from audit_log where object_id = $1 order by id`, [made.id]);
  expect(rows.map(({ action }) => action)).toEqual(['attendance_device.created', 'attendance_device.paired']);
});

test('the audit log names the kiosk that made a change, the opener exports its changes, and erasing them forgets its address', async () => {
  const opener = await newUser(app);
  opener.browser.headers['X-Organisation'] = school.organisation.id;
  await app.database.pool.query(`insert into memberships (organisation_id, user_id, role) values ($1, $2, 'creator')`, [school.organisation.id, opener.id]);
  const { body: opened } = await expectStatus(201, opener.browser.call('post', `${course.path}device-sessions/`, { name: 'Door' }));
  const { id, pairing_code: code } = opened;
  const device = newDevice();
  await expectStatus(200, unlock(device, { code, pin: await pin() }));
  await begun();
  await expectStatus(200, device.call('post', `${course.path}kiosk/mark/`, { marks: [{ enrollment_id: learner.enrollmentId }] }));
  const { body } = await expectStatus(200, school.browser.call('get', `audit-log/?actor_id=${id}`));
  const kiosk = { actor_type: 'kiosk', actor_id: id, actor_name: 'Door' };
  expect(body.results).toMatchObject([
    { ...kiosk, action: 'attendance.marked', object_id: learner.enrollmentId, ip: expect.any(String) },
    { ...kiosk, action: 'attendance_device.paired', object_id: id },
  ]);
  const changes = JSON.parse((await exportOf(app, opener.browser))['changes.json'] ?? '') as Row[];
  expect(changes.filter(({ actor_type }) => actor_type === 'kiosk').map(({ action }) => action)).toEqual(['attendance_device.paired', 'attendance.marked']);
  await expectStatus(202, opener.browser.call('post', 'me/delete/', { password: PASSWORD }));
  app.clock.advance(15 * 24 * 3_600_000);
  await runTask(app, 'erase_users');
  const { rows } = await app.database.pool.query(`select distinct ip from ${AUDIT} where actor_id = $1`, [id]);
  expect(rows.map(({ ip }) => ip)).toEqual([null]);
});

test('of twenty devices that send the same code at once, one becomes the kiosk', async () => {
  const { pairing_code: code } = await open();
  const right = await pin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => unlock(newDevice(), { code, pin: right })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('opening a kiosk on this device ends the session of the browser in the same response', async () => {
  const cookie = school.browser.cookie;
  const { status, headers } = await staff('post', 'device-sessions/', { name: 'Here', this_device: true });
  expect(status).toBe(201);
  const sent = headers['set-cookie'] as unknown as string[];
  const kiosk = sent.find((one) => one.startsWith('lms_kiosk='))?.split(';', 1)[0];
  const device = newDevice();
  device.cookie = `${kiosk}; ${cookie}`;
  expect((await device.call('get', 'me/')).status).toBe(401);
  expect((await roster(device)).status).toBe(200);
});

test('a kiosk shows first names and initials, checks learners in by name and badge, and says who it was', async () => {
  const { device } = await paired();
  await app.database.pool.query(`update users set name = 'Mina Anne Okafor' where email = $1`, [learner.email]);
  expect((await expectStatus(200, roster(device))).body).toMatchObject({
    course: { id: course.courseId },
    meeting: null,
    methods: ['name', 'qr'],
    learners: [],
  });
  await begun();
  expect((await expectStatus(200, roster(device))).body.learners).toEqual([{ enrollment_id: learner.enrollmentId, name: 'Mina O.', status: null }]);
  const mark = { marks: [{ enrollment_id: learner.enrollmentId }] };
  const tap = async () => (await expectStatus(200, device.call('post', `${course.path}kiosk/mark/`, mark))).body.results[0];
  expect(await tap()).toMatchObject({ outcome: 'marked', name: 'Mina O.', status: 'present' });
  expect(await tap()).toMatchObject({ outcome: 'already_marked' });
  expect((await course.grid()).results[0]?.cells).toMatchObject([{ status: 'present', method: 'kiosk' }]);
  const { body: badge } = await expectStatus(200, staff('post', `badges/${learner.enrollmentId}/reissue/`));
  const scan = (body: object) => device.call('post', `${course.path}kiosk/mark-qr/`, body);
  expect((await expectStatus(200, scan({ scans: [{ badge: badge.token }] }))).body.results).toMatchObject([{ outcome: 'already_marked', name: 'Mina O.' }]);
  await course.settings({ kiosk: { is_enabled: true, methods: [], shows_full_names: true } });
  expect(await refusalOf(scan({ scans: [{ badge: badge.token }] }))).toEqual([403, 'kiosk_method_off']);
  expect(await refusalOf(device.call('post', `${course.path}kiosk/mark/`, mark))).toEqual([403, 'kiosk_method_off']);
});

test('an offline kiosk recognizes badges by their hashes, which check nobody in, and learns that the list has not changed', async () => {
  const { device } = await paired();
  await begun();
  const read = () => device.call('get', `${course.path}kiosk/qr-roster/`);
  const { body, headers } = await expectStatus(200, read());
  expect(body).toMatchObject({ meetings: [{}], learners: [{ enrollment_id: learner.enrollmentId, badge_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
  device.headers['If-None-Match'] = headers.etag as string;
  expect((await read()).status).toBe(304);
  const scans = [{ badge: body.learners[0].badge_sha256 }];
  expect((await expectStatus(200, device.call('post', `${course.path}kiosk/mark-qr/`, { scans }))).body.results).toMatchObject([{ outcome: 'unknown' }]);
});

test('an idle kiosk is locked until the PIN is entered, and ends when it expires, is ended, or its opener is no longer staff', async () => {
  const { device, id } = await paired();
  expect(await refusalOf(age('x', 1))).toEqual([404, 'not_found']);
  await expectStatus(204, age(id, 241));
  for (const read of [roster(device), device.call('get', `${course.path}kiosk/qr-roster/`)]) expect(await refusalOf(read)).toEqual([403, 'kiosk_locked']);
  expect(await list()).toMatchObject([{ id, state: 'locked' }]);
  expect(await refusalOf(unlock(device, { pin: '0' }))).toEqual([401, 'invalid_code']);
  await expectStatus(200, unlock(device, { pin: await pin() }));
  await expectStatus(200, roster(device));
  await expectStatus(204, age(id, 31 * 24 * 60));
  expect(await refusalOf(roster(device))).toEqual([401, 'not_authenticated']);
  expect(await refusalOf(unlock(device, { pin: await pin() }))).toEqual([401, 'invalid_code']);
  const second = await paired();
  await expectStatus(204, staff('delete', `device-sessions/${second.id}/`));
  expect((await staff('delete', `device-sessions/${second.id}/`)).status).toBe(404);
  expect(await refusalOf(roster(second.device))).toEqual([401, 'not_authenticated']);
  const third = await paired();
  for (const [browser, courseId, other] of await awayFrom(app, school, third.id))
    expect((await browser.call('delete', `courses/${courseId}/attendance/device-sessions/${other}/`)).status).toBe(404);
  await app.database.pool.query(`update memberships set role = 'learner' where organisation_id = $1 and role <> 'learner'`, [school.organisation.id]);
  expect(await refusalOf(roster(third.device))).toEqual([401, 'not_authenticated']);
});

test('wrong PINs block only the device on which they were entered, longer each time, and many at once are no faster', async () => {
  const [one, other] = [await paired(), await paired()];
  const right = await pin();
  const wrong = right === '000000' ? '000001' : '000000';
  const tries = await Promise.all(Array.from({ length: 8 }, () => unlock(one.device, { pin: wrong })));
  expect(tries.map(({ status }) => status).sort()).toEqual([401, 401, 401, 403, 403, 403, 403, 403]);
  const blocked = await unlock(one.device, { pin: right });
  expect([blocked.status, blocked.body.code]).toEqual([403, 'pin_blocked']);
  expect(Date.parse(blocked.body.blocked_until)).toBe(app.clock.now() + 10_000);
  await expectStatus(200, unlock(other.device, { pin: right }));
  app.clock.advance(10_000);
  expect((await unlock(one.device, { pin: wrong })).status).toBe(401);
  expect(Date.parse((await unlock(one.device, { pin: right })).body.blocked_until)).toBe(app.clock.now() + 20_000);
  app.clock.advance(20_000);
  await expectStatus(200, unlock(one.device, { pin: right }));
  expect((await list()).map(({ wrong_pins }) => wrong_pins).sort()).toEqual([0, 4]);
});

test('PINs and codes are tried at most thirty times in five minutes from one address', async () => {
  const device = newDevice();
  const codes = Array.from({ length: 31 }, () => unlock(device, { code: 'AAAAAAAA', pin: '000000' }));
  const answers = (await Promise.all(codes)).map(({ status }) => status);
  expect(answers).toContain(429);
  app.clock.advance(300_000);
});

test('a kiosk is of one course, and kiosks that are switched off end and cannot be opened', async () => {
  const { device } = await paired();
  const { courseId } = await newAttendedCourse(app, school);
  const elsewhere = (method: 'get' | 'post', part: string, body?: object) => device.call(method, `courses/${courseId}/attendance/kiosk/${part}/`, body);
  const faces = [{ model: 'face-api', model_version: '1.7', values: Array(128).fill(0) }];
  for (const part of ['roster', 'qr-roster']) expect((await elsewhere('get', part)).status).toBe(404);
  expect((await elsewhere('post', 'mark', { marks: [{ enrollment_id: learner.enrollmentId }] })).status).toBe(404);
  expect((await elsewhere('post', 'mark-qr', { scans: [{ badge: 'x' }] })).status).toBe(404);
  expect((await elsewhere('post', 'enrol', { badge: 'x', faces })).status).toBe(404);
  expect((await device.call('post', 'courses/x/attendance/kiosk/unlock/', { pin: '1' })).status).toBe(404);
  expect((await expectStatus(200, roster(device))).body.course.id).toBe(course.courseId);
  expect(await faultsOf(staff('post', 'device-sessions/', { name: ' ' }))).toEqual(['name blank']);
  await course.settings();
  expect(await refusalOf(roster(device))).toEqual([401, 'not_authenticated']);
  expect(await refusalOf(staff('post', 'device-sessions/', { name: 'Door' }))).toEqual([409, 'kiosk_off']);
});
