import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { faultsOf, newEnrolled } from '../../support/learner.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  school = await newSchool(app);
});
afterAll(() => app.close());

const NOBODY = { name: null, bio: null, picture_url: null };
const MINA = { name: 'Mina <b>Okafor</b>', bio: 'Has run **servers** since 1998.', picture_url: 'https://cdn.example.org/mina.jpg' };

test('a course names nobody until its staff do, in their own words; visitors then see it on its page, and search engines in its data', async () => {
  const course = await school.newCourse({ status: 'published' });
  const path = `courses/${course.id}/landing/teacher/`;
  const page = `/courses/${course.slug}?organisation=${school.organisation.subdomain}`;
  const visitor = new Browser(app);
  visitor.headers['X-Organisation'] = school.organisation.id;
  expect((await expectStatus(200, visitor.call('get', path))).body).toEqual(NOBODY);
  expect((await visitor.open(page)).text).not.toContain('Your teacher');

  expect((await expectStatus(200, school.browser.call('put', path, MINA))).body).toEqual(MINA);
  expect((await expectStatus(200, visitor.call('get', `courses/${course.slug}/landing/teacher/`))).body).toEqual(MINA);
  const { text } = await visitor.open(page);
  expect(text).toMatch(
    /"instructor":{"@type":"Person","name":"Mina \\u003cb>.*<h2>Your teacher<\/h2>\s*<img src="https:\/\/cdn\.example\.org\/mina\.jpg" alt="".*Mina &lt;b&gt;Okafor.*<strong>servers<\/strong>/s,
  );
  expect(text).not.toContain(school.email);

  expect((await expectStatus(200, school.browser.call('put', path, { name: null }))).body).toEqual(NOBODY);
  expect((await visitor.open(page)).text).not.toContain('Your teacher');
  const { rows } = await app.database.pool.query(`select before, after from audit_log where object_id = $1 and action = 'course.teacher_changed' order by id`, [
    course.id,
  ]);
  expect(rows).toEqual([
    { before: NOBODY, after: MINA },
    { before: MINA, after: NOBODY },
  ]);
});

test('a text or a picture without a name, a name without letters, and a picture that is no URL of the web are refused', async () => {
  const put = (body: object) => faultsOf(school.browser.call('put', `courses/${school.courseId}/landing/teacher/`, body));
  expect(await put({ name: null, bio: 'Text.' })).toEqual(['name required']);
  expect((await put({ name: ' ' }))[0]).toMatch(/^name /);
  expect((await put({ name: 'Mina', picture_url: 'javascript:x()' }))[0]).toMatch(/^picture_url /);
});

test('only staff name a teacher, and of no other course than their own', async () => {
  const course = await school.newCourse({ status: 'published' });
  const { browser } = await newEnrolled(app, school, String(course.id));
  await expectStatus(403, browser.call('put', `courses/${course.id}/landing/teacher/`, MINA));
  const [[stranger, courseId] = []] = await awayFrom(app, school, 'x');
  await expectStatus(404, (stranger as Browser).call('put', `courses/${courseId}/landing/teacher/`, MINA));
  const draft = await school.newCourse();
  const visitor = new Browser(app);
  visitor.headers['X-Organisation'] = school.organisation.id;
  await expectStatus(404, visitor.call('get', `courses/${draft.id}/landing/teacher/`));
});
