import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus, PASSWORD } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
let day: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newAttendedCourse(app, school);
  await course.settings();
  const slot = soon(app, 10);
  await course.meet(slot);
  wait(app, 11);
  day = slot.first_date;
});
afterAll(() => app.close());

const updates = (cursor?: string) => school.browser.call('get', `${course.path}updates/${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`);
const changes = async (cursor?: string) => (await expectStatus(200, updates(cursor))).body;

test('the feed begins with the records of today, and then tells each change, also clearing, once', async () => {
  const [id] = (await enrollMany(app, school.organisation.id, course.courseId, 1)) as [string];
  const learner = { enrollmentId: id };
  await course.marked(learner, day, { status: 'present' });
  const start = await changes();
  expect(start).toMatchObject({
    is_snapshot: true,
    has_more: false,
    entries: [{ enrollment_id: id, status: 'present', method: 'manual', has_conflict: false }],
  });
  expect((await changes(start.cursor)).entries).toEqual([]);
  await course.marked(learner, day, { status: 'late' });
  await course.marked(learner, day, { status: 'late' });
  await course.marked(learner, day, { status: null });
  const next = await changes(start.cursor);
  expect(next).toMatchObject({ is_snapshot: false, entries: [{ status: 'late' }, { status: null, method: null }] });
  expect((await changes(next.cursor)).entries).toEqual([]);
  expect((await changes(start.cursor)).entries).toEqual(next.entries);
});

test('a reader who polls while twenty writers mark learners receives every change exactly once', async () => {
  const ids = await enrollMany(app, school.organisation.id, course.courseId, 20);
  let { cursor } = await changes();
  const seen: string[] = [];
  const poll = async () => {
    const { entries, cursor: next } = await changes(cursor);
    seen.push(...entries.map(({ enrollment_id, status }: { enrollment_id: string; status: string }) => `${enrollment_id} ${status}`));
    cursor = next;
  };
  let isWriting = true;
  const statuses = ['present', 'late', 'excused', 'absent'];
  const writers = Promise.all(
    ids.map(async (enrollmentId) => {
      for (const status of statuses) await course.marked({ enrollmentId }, day, { status });
    }),
  ).finally(() => {
    isWriting = false;
  });
  while (isWriting) await poll();
  await writers;
  await poll();
  expect([...seen].sort()).toEqual(ids.flatMap((id) => statuses.map((status) => `${id} ${status}`)).sort());
});

test('a cursor older than thirty days is refused with 410, and one of another course or of nothing with 400', async () => {
  const [id] = (await enrollMany(app, school.organisation.id, course.courseId, 1)) as [string];
  const { cursor } = await changes();
  await course.marked({ enrollmentId: id }, day, { status: 'present' });
  app.clock.advance(31 * 24 * 3_600_000);
  await runTask(app, 'forget_attendance');
  await school.browser.call('post', 'auth/login/', { email: school.email, password: PASSWORD });
  expect(await refusalOf(updates(cursor))).toEqual([410, 'cursor_expired']);
  expect(await faultsOf(updates('x'))).toEqual(['cursor format']);
  const other = await newAttendedCourse(app, school);
  const { body } = await expectStatus(200, school.browser.call('get', `${other.path}updates/`));
  expect(await faultsOf(updates(body.cursor))).toEqual(['cursor format']);
});
