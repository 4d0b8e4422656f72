import { checkFaceMatching } from '../../../src/domain/attendance/check-in/check-matching.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, attendanceOf, awaitMorning, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import { insertKiosk } from '../../support/kiosk.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { countOf } from '../../support/sample.ts';
import { newLearner, type School, schoolWith } from '../../support/school.ts';
import { beginNow } from '../../support/worlds.ts';

type Learner = Awaited<ReturnType<typeof newLearner>>;

let app: TestApp;
let school: School;
let course: AttendedCourse;
let learner: Learner;
let kiosk: Browser;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  // Only at the time of now can the school be copied. It is made with faces on, so that all tests but one need not switch them on.
  beginNow(app);
  const { attended, ...made } = await schoolWith(app, 'faces', async (one) => {
    const { id } = await one.newCourse({ status: 'published', timezone: 'UTC' });
    await enable(FACES, attendanceOf(app, one, id));
    return { attended: id };
  });
  school = made;
  course = attendanceOf(app, school, attended);
  awaitMorning(app);
  learner = await newcomer();
  kiosk = await newKiosk();
  app.clock.advance(15 * 60_000);
});
afterAll(() => app.close());

const FACES = { is_enabled: true, has_legal_basis: true, learners_are_adults: true };
const enable = (faces: object = FACES, one = course) => one.settings({ faces, kiosk: { is_enabled: true, methods: ['qr', 'face'] } });
const newKiosk = async (): Promise<Browser> => {
  const browser = new Browser(app);
  browser.cookie = (await insertKiosk(app.database.pool, course.courseId, app.clock.now(), { keepsRules: true })).cookie;
  return browser;
};
/** A learner of the course. */
const newcomer = async (): Promise<Learner> => {
  const one = await newLearner(app, school.organisation.id, course.courseId);
  one.browser.headers['X-Organisation'] = school.organisation.id;
  return one;
};
/** A descriptor at this place on a line, so that the distance of two is the difference of their places. */
const face = (place: number) => ({ model: 'face-api', model_version: '1.7', values: [place, ...Array(127).fill(0.01)] });
const start = async ({ browser } = learner) => (await expectStatus(200, browser.call('post', 'me/attendance/face-enrolment/session/'))).body.token as string;
const preview = (token: string, browser = new Browser(app)) => browser.call('get', `attendance/self-enrol/?token=${encodeURIComponent(token)}`);
const enrol = (token: string, consent: object, faces: object[] = [face(1)]) =>
  new Browser(app).call('post', 'attendance/self-enrol/', { token, consent, faces });
async function enrolled(one = learner, faces: object[] = [face(1)]): Promise<void> {
  const token = await start(one);
  const { version, sha256 } = (await expectStatus(200, preview(token))).body.consent;
  await expectStatus(200, enrol(token, { version, sha256 }, faces));
}
const mark = (body: object) => kiosk.call('post', `${course.path}kiosk/mark/`, { marks: [body] });
const seen = async (place: number) => (await expectStatus(200, mark({ face: face(place) }))).body.results[0];
const answer = async (id: string, is_right: boolean) => (await expectStatus(200, mark({ match: { id, is_right } }))).body.results[0].outcome as string;
/** Shows the kiosk a face, and confirms whose it is. */
const look = async (place: number) => {
  const { outcome, enrollment_id, match_id } = await seen(place);
  return [match_id === null ? outcome : await answer(match_id, true), enrollment_id];
};
const figures = async () => (await expectStatus(200, school.browser.call('get', `${course.path}face-matching/`))).body;
const own = async ({ browser } = learner) => (await expectStatus(200, browser.call('get', 'me/attendance/face-enrolment/'))).body;
/** Has the kiosk have recognized the learner so often, rightly or not. */
async function recognized(count: number, isRight: boolean): Promise<void> {
  await app.database.pool.query(
    `insert into attendance_face_matches (organisation_id, id, course_id, device_id, enrollment_id, meeting_id, seen_at, created_at, is_right)
     select m.organisation_id, gen_random_uuid(), m.course_id, d.id, $2, m.id, $3, $3, $4
     from attendance_meetings m join attendance_devices d on d.course_id = m.course_id cross join generate_series(1, $5) where m.course_id = $1`,
    [course.courseId, learner.enrollmentId, new Date(app.clock.now()).toISOString(), isRight, count],
  );
}
async function begun(): Promise<void> {
  await course.meet(soon(app, 10));
  wait(app, 11);
}

test('staff enable faces only after both confirmations, and learners of other courses cannot enrol', async () => {
  const put = (faces: object) => school.browser.call('put', `${course.path}settings/`, { faces });
  expect(await faultsOf(put({ is_enabled: true }))).toEqual(['faces.has_legal_basis required', 'faces.learners_are_adults required']);
  const elsewhere = await (await newAttendedCourse(app, school)).enrolled();
  expect(await refusalOf(elsewhere.browser.call('post', 'me/attendance/face-enrolment/session/'))).toEqual([409, 'faces_off']);
});

test('a picture is refused everywhere, uses nothing up, and descriptors work', async () => {
  const refused = [503, 'faces_not_configured'];
  await begun();
  const token = await start();
  const { version, sha256 } = (await expectStatus(200, preview(token))).body.consent;
  const sent = { token, consent: { version, sha256 }, faces: [face(1)] };
  const enrolOneself = (body: object) => new Browser(app).call('post', 'attendance/self-enrol/', body);
  expect(await refusalOf(enrolOneself({ ...sent, pictures: ['A'] }))).toEqual(refused);
  expect(await faultsOf(enrolOneself({ ...sent, faces: [] }))).toEqual(['faces required']);
  expect(await faultsOf(enrolOneself({ ...sent, faces: Array(5).fill(face(1)), pictures: ['A'] }))).toEqual(['faces too_many']);
  await expectStatus(200, enrolOneself(sent));
  const { body: badge } = await expectStatus(200, school.browser.call('post', `${course.path}badges/${learner.enrollmentId}/reissue/`));
  expect(await refusalOf(kiosk.call('post', `${course.path}kiosk/enrol/`, { badge: badge.token, pictures: ['A'] }))).toEqual(refused);
  expect(await refusalOf(mark({ picture: 'A' }))).toEqual(refused);
  expect(await faultsOf(mark({ picture: 'A', face: face(1) }))).toEqual(['marks.0 required']);
  expect((await own()).faces).toBe(1);
  expect(await look(1)).toEqual(['marked', learner.enrollmentId]);
});

test('a preview consumes nothing, and of many enrolments with one token at once, one succeeds', async () => {
  const token = await start();
  const { body } = await expectStatus(200, preview(token));
  expect(body).toMatchObject({
    name: expect.any(String),
    organisation: expect.any(String),
    consent: { language: 'en', text: expect.stringContaining('no picture') },
  });
  await expectStatus(200, preview(token));
  const { version, sha256 } = body.consent;
  expect(await faultsOf(enrol(token, { version, sha256: '0'.repeat(64) }))).toEqual(['consent outdated']);
  app.clock.advance(15 * 60_000);
  const answers = await Promise.all(Array.from({ length: 25 }, () => enrol(token, { version, sha256 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  app.clock.advance(15 * 60_000);
  expect(await faultsOf(preview(token))).toEqual(['token invalid']);
  expect(await own()).toMatchObject({ is_enrolled: true, faces: 1, consent_version: version, consent_sha256: sha256 });
  const { rows } = await app.database.pool.query(
    `select action, actor_type, actor_id = object_id as is_own from audit_log
      where object_id = (select user_id from enrollments where id = $1) and action like 'face%' order by id`,
    [learner.enrollmentId],
  );
  const byOneself = { actor_type: 'user', is_own: true };
  expect(rows).toEqual(['face_enrolment.started', 'face_enrolment.stored'].map((action) => ({ action, ...byOneself })));
});

test('a token is for one day, is replaced by the next one, and a session or key beside it changes nothing', async () => {
  const [first, second] = [await start(), await start()];
  expect(await faultsOf(preview(first))).toEqual(['token invalid']);
  const signedIn = await expectStatus(200, school.browser.call('get', `attendance/self-enrol/?token=${second}`));
  const withKey = new Browser(app);
  withKey.headers.Authorization = 'Bearer nothing';
  expect((await expectStatus(200, withKey.call('get', `attendance/self-enrol/?token=${second}`))).body).toEqual(signedIn.body);
  await expectStatus(204, school.browser.call('post', 'qa/attendance/face-enrolment-sessions/expire/'));
  expect(await faultsOf(preview(second))).toEqual(['token invalid']);
  const third = await start();
  app.clock.advance(24 * 3_600_000);
  expect(await faultsOf(preview(third))).toEqual(['token invalid']);
  expect(await faultsOf(preview('x'))).toEqual(['token invalid']);
});

test('guessing tokens is throttled by address', async () => {
  const guesser = new Browser(app);
  const answers = await Promise.all(Array.from({ length: 31 }, () => preview('lmsf_x', guesser)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('a kiosk recognizes who is expected, and refuses strangers, people who look alike, and learners of other meetings', async () => {
  const other = await newcomer();
  await app.mailbox.runJobs();
  await enrolled(learner, [face(1), face(1.1)]);
  await enrolled(other, [face(3)]);
  expect(await look(1)).toEqual(['unknown', null]);
  await begun();
  expect(await look(1.2)).toEqual(['marked', learner.enrollmentId]);
  expect(await look(1.2)).toEqual(['already_marked', learner.enrollmentId]);
  expect(await look(2)).toEqual(['unknown', null]);
  expect((await course.grid()).results.flatMap(({ cells }) => cells)).toMatchObject([{ status: 'present', method: 'face' }]);
  await enrolled(other, [face(1.25)]);
  expect(await look(1.2)).toEqual(['unknown', null]);
  expect(await faultsOf(mark({ face: { ...face(1), model: 'eigenfaces' } }))).toEqual(['marks.0.face.model unknown']);
  expect(await faultsOf(mark({ face: { ...face(1), values: Array(64).fill(0) } }))).toEqual(['marks.0.face.values length']);
  expect(await faultsOf(mark({}))).toEqual(['marks.0 required']);
  await course.settings({ kiosk: { is_enabled: true, methods: ['face'] } });
  expect(await refusalOf(mark({ face: face(1) }))).toEqual([403, 'kiosk_method_off']);
});

test('a learner is checked in only when a match is confirmed, the first answer stands, and only the same device can give it', async () => {
  await enrolled();
  await begun();
  const { match_id, ...match } = await seen(1);
  expect(match).toMatchObject({ outcome: 'recognized', enrollment_id: learner.enrollmentId, name: expect.any(String) });
  expect((await course.grid()).results.flatMap(({ cells }) => cells)).toEqual([]);
  const elsewhere = await newKiosk();
  const body = { marks: [{ match: { id: match_id, is_right: true } }] };
  expect((await expectStatus(200, elsewhere.call('post', `${course.path}kiosk/mark/`, body))).body.results).toMatchObject([{ outcome: 'expired' }]);
  const answers = await Promise.all(Array.from({ length: countOf(20, 8) }, () => answer(match_id, true)));
  expect(answers.sort()).toEqual([...Array(answers.length - 1).fill('already_marked'), 'marked']);
  expect(await answer(match_id, false)).toBe('expired');
  const late = (await seen(1)).match_id;
  app.clock.advance(121_000);
  expect(await answer(late, true)).toBe('expired');
});

test('rejections, corrections by staff and unknown faces make the figures of a course', async () => {
  await enrolled();
  expect(await figures()).toMatchObject({ confirmed: 0, false_percent: null, miss_percent: null });
  await course.meet(soon(app, 10));
  wait(app, 11);
  const wrong = (await seen(1)).match_id;
  expect([await answer(wrong, false), await answer(wrong, false)]).toEqual(['rejected', 'rejected']);
  expect((await course.grid()).results.flatMap(({ cells }) => cells)).toEqual([]);
  expect(await look(1)).toEqual(['marked', learner.enrollmentId]);
  expect(await look(3)).toEqual(['unknown', null]);
  expect(await figures()).toEqual({
    days: 30,
    confirmed: 1,
    rejected: 1,
    corrected: 0,
    unanswered: 0,
    unknown: 1,
    false_percent: 50,
    miss_percent: 50,
    warned_at: null,
  });
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  await course.marked(learner, day, { status: 'absent' });
  expect(await figures()).toMatchObject({ confirmed: 1, corrected: 1, false_percent: 100, miss_percent: 100 });
  const { rows } = await app.database.pool.query(`select actor_type, object_id, after from audit_log where action = 'face_match.rejected' and object_id = $1`, [
    wrong,
  ]);
  expect(rows).toEqual([{ actor_type: 'kiosk', object_id: wrong, after: { enrollment_id: learner.enrollmentId } }]);
  const files = await exportOf(app, learner.browser);
  const matches = JSON.parse(files['face-matches.json'] ?? '') as { is_right: boolean }[];
  expect(matches.map(({ is_right }) => is_right).sort()).toEqual([false, true]);
  app.clock.advance(31 * 24 * 3_600_000);
  await runTask(app, 'forget_attendance');
  expect((await app.database.pool.query('select from attendance_face_matches where course_id = $1', [course.courseId])).rowCount).toBe(0);
});

test('staff are notified once when more matches are wrong than the settings allow, and again only after the share has fallen', async () => {
  await enrolled();
  await begun();
  const results = async (marks: object[]) => (await expectStatus(200, kiosk.call('post', `${course.path}kiosk/mark/`, { marks }))).body.results;
  const answered = async (count: number, is_right: boolean) => {
    const seenFaces = await results(Array.from({ length: count }, () => ({ face: face(1) })));
    await results(seenFaces.map(({ match_id }: { match_id: string }) => ({ match: { id: match_id, is_right } })));
    const mails = (await app.mailbox.read(school.email)).filter(({ subject }) => subject === 'Face check-in errors in A course');
    return [...mails.map(({ text }) => /([\d.]+)%/.exec(text ?? '')?.[1]), (await figures()).warned_at !== null];
  };
  expect(await answered(2, false)).toEqual([false]);
  await recognized(16, true);
  expect(await answered(1, true)).toEqual([false]);
  expect(await answered(1, true)).toEqual(['10', true]);
  expect(await answered(1, false)).toEqual([true]);
  await recognized(40, true);
  expect(await answered(1, true)).toEqual([false]);
  expect(await answered(1, false)).toEqual(['6.35', true]);
  await enable({ ...FACES, warn_above_percent: 50 });
  expect(await answered(1, false)).toEqual([false]);
});

test('staff are notified when they correct confirmed matches themselves', async () => {
  await enable({ ...FACES, warn_above_percent: 1 });
  await enrolled();
  await begun();
  const { rows } = await app.database.pool.query<{ id: string }>('select id from attendance_devices where course_id = $1', [course.courseId]);
  expect(await look(1)).toEqual(['marked', learner.enrollmentId]);
  await app.database.pool.query(
    `insert into attendance_face_matches (organisation_id, id, course_id, device_id, enrollment_id, meeting_id, seen_at, created_at, is_right)
     select organisation_id, gen_random_uuid(), course_id, $2, enrollment_id, meeting_id, check_in_at, check_in_at, true
     from attendance_records cross join generate_series(1, 19) where course_id = $1`,
    [course.courseId, rows[0]?.id],
  );
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  const warned = async () => (await app.mailbox.read(school.email)).filter(({ subject }) => subject?.startsWith('Face check-in errors')).length;
  expect(await warned()).toBe(0);
  await course.marked(learner, day, { status: null });
  expect(await warned()).toBe(1);
});

test('of ten checks of the matches at once, one notifies staff', async () => {
  await enrolled();
  await begun();
  await recognized(20, false);
  const payload = { organisation_id: school.organisation.id, course_id: course.courseId };
  await Promise.all(Array.from({ length: 10 }, () => checkFaceMatching({ db: app.database.db, clock: app.clock }, payload)));
  expect((await app.mailbox.read(school.email)).filter(({ subject }) => subject?.startsWith('Face check-in errors'))).toHaveLength(1);
});

test('a face that was compared before is not recognized once it is deleted, and the one that replaces it is', async () => {
  await enrolled();
  await begun();
  expect((await seen(1)).outcome).toBe('recognized');
  await app.database.pool.query('delete from attendance_faces where organisation_id = $1', [school.organisation.id]);
  expect((await seen(1)).outcome).toBe('unknown');
  await enrolled(learner, [face(3)]);
  expect([(await seen(1)).outcome, (await seen(3)).outcome]).toEqual(['unknown', 'recognized']);
  await expectStatus(204, learner.browser.call('delete', 'me/attendance/face-enrolment/'));
  expect((await seen(3)).outcome).toBe('unknown');
});

test('a descriptor that no key opens any more keeps nobody else from being recognized', async () => {
  const other = await newcomer();
  await enrolled();
  await enrolled(other, [face(3)]);
  await begun();
  await app.database.pool.query(`update attendance_faces set sealed_descriptor = '\\x00' || sealed_descriptor where user_id = $1`, [other.id]);
  expect([(await seen(3)).outcome, (await seen(1)).outcome]).toEqual(['unknown', 'recognized']);
});

test('a kiosk adds faces only of a learner who has consented and shows a valid badge', async () => {
  const { body: badge } = await expectStatus(200, school.browser.call('post', `${course.path}badges/${learner.enrollmentId}/reissue/`));
  const add = (body: object) => kiosk.call('post', `${course.path}kiosk/enrol/`, { badge: badge.token, faces: [face(2)], ...body });
  expect(await refusalOf(add({}))).toEqual([409, 'face_consent_missing']);
  await enrolled();
  expect((await expectStatus(200, add({}))).body).toMatchObject({ is_enrolled: true, faces: 2 });
  expect(await refusalOf(add({ badge: 'lmsb_none' }))).toEqual([409, 'badge_refused']);
  await enable({});
  expect(await refusalOf(add({}))).toEqual([409, 'faces_off']);
});

test('descriptors are sealed, never returned, and gone when the learner withdraws, leaves, or does not use them for a year', async () => {
  await enrolled();
  const { rows } = await app.database.pool.query('select sealed_descriptor from attendance_faces');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ sealed_descriptor }) => sealed_descriptor.includes(Buffer.from(Float32Array.of(0.01, 0.01).buffer)))).toBe(false);
  const files = await exportOf(app, learner.browser);
  expect(JSON.parse(files['face-enrolments.json'] ?? '')).toMatchObject([{ faces: 1 }]);
  await expectStatus(204, learner.browser.call('delete', 'me/attendance/face-enrolment/'));
  await expectStatus(204, learner.browser.call('delete', 'me/attendance/face-enrolment/'));
  expect(await own()).toEqual({ is_enrolled: false, faces: 0, consent_version: null, consent_sha256: null, consented_at: null });
  const left = async (change: string) => {
    await enrolled();
    app.clock.advance(15 * 60_000);
    await app.database.pool.query(change, [school.organisation.id]);
    await runTask(app, 'forget_faces');
    return (await app.database.pool.query('select count(*)::int as count from attendance_faces where organisation_id = $1', [school.organisation.id])).rows[0]
      .count;
  };
  expect(await left('update attendance_faces set used_at = used_at where organisation_id = $1')).toBe(1);
  expect(await left(`update attendance_face_consents set given_at = given_at - interval '3 years 1 day' where organisation_id = $1`)).toBe(0);
  expect(
    await left(`with idle as (update attendance_face_consents set given_at = given_at - interval '13 months' where organisation_id = $1)
    update attendance_faces set used_at = used_at - interval '13 months' where organisation_id = $1`),
  ).toBe(0);
  expect(await left('update enrollments set revoked_at = now() where organisation_id = $1')).toBe(0);
  const entries = await app.database.pool.query(
    `select actor_type, before, after from audit_log where organisation_id = $1 and action = 'face_enrolment.deleted' order by id`,
    [school.organisation.id],
  );
  const deleted = (rule: string) => ({ actor_type: 'system', before: { is_enrolled: true }, after: { rule } });
  expect(entries.rows.filter(({ actor_type }) => actor_type === 'system')).toEqual(['consent_expired', 'unused', 'no_enrollment'].map(deleted));
});
