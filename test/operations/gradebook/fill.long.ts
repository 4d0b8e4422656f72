import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { faultsOf } from '../../support/learner.ts';
import { enrollMany, newSchool } from '../../support/school.ts';

takesAtMost(120);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('ten thousand cells are written in one request, and one more is refused', async () => {
  const school = await newSchool(app);
  const course = await newGradedCourse(app, school);
  const post = (body: object) => school.browser.call('post', `${course.path}fill/`, body);
  const [one, two] = [await course.assignment(20), await course.assignment(20)];
  const settings = await course.settings({ categories: [{ name: 'All' }] });
  const category_id = settings.categories[0]?.id;
  for (const lesson of [one, two]) await course.configure(lesson, { category_id });
  await enrollMany(app, school.organisation.id, course.courseId, 5000);
  expect((await expectStatus(200, post({ rule: { which: 'empty', category_id, score: 2 } }))).body).toMatchObject({ changed: 10_000 });
  await enrollMany(app, school.organisation.id, course.courseId, 1);
  expect(await faultsOf(post({ rule: { which: 'all', category_id, score: 3, include_graded: true } }))).toEqual([' too_many']);
});
