import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { codeOnCard } from '../../support/cards.ts';
import { drawPages, type Picture } from '../../support/pdf.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AttendedCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newAttendedCourse(app, school);
  await enrollMany(app, school.organisation.id, course.courseId, 12);
  await app.database.pool.query(`update users set name = 'محمد عبد الرحمن' where name = 'Learner 3'`);
  await course.settings();
  await app.mailbox.runJobs();
});
afterAll(() => app.close());

test('badges are printed ten to a page, in any script, and the QR code of a printed badge checks its learner in', async () => {
  const { body, headers } = await expectStatus(200, school.browser.call('get', `${course.path}badges/pdf/`));
  expect(headers['content-type']).toBe('application/pdf');
  const pages = await drawPages(body as Buffer);
  expect(pages).toHaveLength(2);
  const codes = [0, 1, 2, 3, 4].flatMap((row) => [0, 1].map((column) => codeOnCard(pages[0] as Picture, column, row)));
  expect(codes.every((code) => /^lmsb_/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(10);
  await course.meet(soon(app, 10));
  wait(app, 11);
  const scans = codes.map((badge) => ({ badge }));
  const { body: scanned } = await expectStatus(200, school.browser.call('post', `${course.path}classroom/mark-qr/`, { scans }));
  expect(scanned.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(codes.map(() => 'marked'));
  const { rows } = await app.database.pool.query(`select distinct after from audit_log where action = 'attendance_badges.printed'`);
  expect(rows).toEqual([{ after: { badges: 12 } }]);
});

test('a badge whose code no key opens any more is printed without it, and all others with theirs', async () => {
  const codesOf = async () => {
    const { body } = await expectStatus(200, school.browser.call('get', `${course.path}badges/pdf/`));
    const [page] = await drawPages(body as Buffer);
    return [0, 1].map((column) => {
      try {
        return codeOnCard(page as Picture, column, 0);
      } catch {
        return null;
      }
    });
  };
  const [first, second] = await codesOf();
  expect([first, second]).not.toContain(null);
  const sealed = (change: string) =>
    app.database.pool.query(
      `update attendance_badges set sealed_token = ${change} where user_id = (select user_id from enrollments where course_id = $1
        order by learner_name, id limit 1)`,
      [course.courseId],
    );
  await sealed(`'\\x00' || sealed_token`);
  const codes = await codesOf();
  await sealed('substr(sealed_token, 2)');
  expect(codes).toEqual([null, second]);
});
