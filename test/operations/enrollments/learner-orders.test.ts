import { recountProgress } from '../../../src/domain/learning/progress/recount.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, newEnrolled, open, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await school.newCourse({ status: 'published' });
});
afterAll(() => app.close());

const list = async (query: string) =>
  (await expectStatus(200, school.browser.call('get', `courses/${course.id}/learners/?${query}`))).body.results as {
    enrollment_id: string;
    percent: number;
    user: { name: string };
  }[];
const names = async (query: string) => (await list(query)).map(({ user }) => user.name);
const rename = (enrollmentId: string, name: string) =>
  app.database.pool.query('update users set name = $2 where id = (select user_id from enrollments where id = $1)', [enrollmentId, name]);
const EMBED = { content_type: 'embed', content: { url: 'https://example.org/' } };

test('learners are ordered by name as in a dictionary, in every script, page by page, also after they have changed their names', async () => {
  const inOrder = ['adam', 'Émile', 'etienne', 'Ümit', 'Zoë', 'Яна', '李明'];
  const ids = await enrollMany(app, school.organisation.id, course.id, inOrder.length);
  for (const [index, id] of ids.entries()) await rename(id, inOrder[(index * 3) % inOrder.length] ?? '');
  expect(await names('ordering=name')).toEqual(inOrder);
  expect(await names('ordering=-name')).toEqual(inOrder.toReversed());
  expect([await names('ordering=name&page_size=3'), await names('ordering=name&page_size=3&page=2')].flat()).toEqual(inOrder.slice(0, 6));
  expect(await names('ordering=-name&search=mi')).toEqual(['Ümit', 'Émile']);
  await rename((await list('ordering=name'))[0]?.enrollment_id ?? '', 'Zuzana');
  expect((await names('ordering=name')).slice(3, 5)).toEqual(['Zoë', 'Zuzana']);
  const { browser, email } = await newEnrolled(app, school, course.id);
  await expectStatus(200, browser.call('patch', 'me/', { name: 'Aaron' }));
  expect((await list('ordering=name'))[0]?.user).toMatchObject({ name: 'Aaron', email });
});

test('learners with the same name are in a fixed order, so that pages neither repeat nor leave out anybody', async () => {
  const ids = await enrollMany(app, school.organisation.id, course.id, 9);
  for (const id of ids) await rename(id, 'Same Name');
  for (const ordering of ['name', '-name', 'percent', '-percent']) {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`ordering=${ordering}&page_size=3&page=${page}`)));
    expect(new Set(pages.flat().map(({ enrollment_id }) => enrollment_id)).size).toBe(9);
  }
});

describe('the order by percent', () => {
  let lessons: Row[];
  let chapter: Row;
  let learners: Enrolled[];
  beforeEach(async () => {
    chapter = await school.newChapter(course.id);
    lessons = [];
    for (let number = 1; number <= 3; number++) lessons.push(await school.newLesson(EMBED, chapter));
    learners = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
  });
  const complete = (learner: number, lesson: number) => expectStatus(200, open(learners[learner]?.browser as Enrolled['browser'], lessons[lesson] as Row));
  /** The learners by their number, with their percents. */
  const ordered = async (ordering = '-percent') =>
    (await list(`ordering=${ordering}`)).map(({ enrollment_id, percent }) => `${learners.findIndex((one) => one.enrollmentId === enrollment_id)}: ${percent}`);
  const refresh = async () => {
    await runTask(app, 'refresh_progress');
    await app.mailbox.runJobs();
  };

  test('follows every lesson that a learner completes or forgets at once', async () => {
    await complete(1, 0);
    await complete(1, 1);
    await complete(1, 1);
    await complete(2, 0);
    expect(await ordered()).toEqual(['1: 66.66', '2: 33.33', '0: 0']);
    expect(await ordered('percent')).toEqual(['0: 0', '2: 33.33', '1: 66.66']);
    for (const lesson of [0, 1, 2]) await complete(0, lesson);
    expect(await ordered()).toEqual(['0: 100', '1: 66.66', '2: 33.33']);
    await app.database.pool.query('delete from lesson_progress where enrollment_id = $1', [learners[0]?.enrollmentId]);
    await app.database.pool.query('update lesson_progress set completed_at = null where enrollment_id = $1 and lesson_id = $2', [
      learners[1]?.enrollmentId,
      lessons[0]?.id,
    ]);
    await complete(2, 2);
    expect(await ordered()).toEqual(['2: 66.66', '1: 33.33', '0: 0']);
  });

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'a lesson is withdrawn and published again',
      () => app.database.pool.query('update lessons set is_published = false where id = $1', [lessons[0]?.id]),
      () => app.database.pool.query('update lessons set is_published = true where id = $1', [lessons[0]?.id]),
    ],
    [
      'a lesson moves to a chapter that is not published, and back',
      async () => {
        const hidden = await school.newChapter(course.id, { is_published: false });
        await app.database.pool.query('update lessons set chapter_id = $2 where id = $1', [lessons[0]?.id, hidden.id]);
      },
      () => app.database.pool.query('update lessons set chapter_id = $2, position = 1 where id = $1', [lessons[0]?.id, chapter.id]),
    ],
  ])('follows when %s', async (_what, hide, show) => {
    await complete(0, 0);
    await complete(1, 0);
    await complete(1, 1);
    await complete(2, 2);
    await complete(2, 1);
    const before = await ordered();
    await hide();
    await refresh();
    expect(await ordered()).toEqual(['2: 100', '1: 50', '0: 0']);
    await show();
    await refresh();
    expect(await ordered()).toEqual(before);
  });

  test('follows when a chapter is withdrawn, and when a lesson is deleted', async () => {
    const other = await school.newChapter(course.id);
    lessons.push(await school.newLesson(EMBED, other));
    await complete(0, 0);
    await complete(0, 1);
    await complete(1, 3);
    await app.database.pool.query('update chapters set is_published = false where id = $1', [chapter.id]);
    await refresh();
    expect(await ordered()).toEqual(['1: 100', expect.stringContaining(': 0'), expect.stringContaining(': 0')]);
    await app.database.pool.query('update chapters set is_published = true where id = $1', [chapter.id]);
    await expectStatus(204, school.browser.call('delete', `courses/${course.id}/chapters/${chapter.id}/lessons/${lessons[0]?.id}/`));
    await complete(1, 1);
    await refresh();
    expect((await ordered()).slice(0, 2)).toEqual(['1: 66.66', '0: 33.33']);
  });

  test('is exact after a lesson was completed while all learners were counted again', async () => {
    const { db, pool } = app.database;
    const text = await school.newLesson({ title: 'Text' }, chapter);
    await complete(0, 0);
    await expectStatus(200, report(learners[0]?.browser as Enrolled['browser'], text, { event: 'opened' }));
    // The count is out of date, as it is after a lesson was published again.
    await pool.query('update enrollments set completed_lessons = 0 where course_id = $1', [course.id]);
    const completing = `update lesson_progress set completed_at = now() where lesson_id = '${text.id}'`;
    await atOnce(app, completing, [() => recountProgress({ db, clock: app.clock }, { organisation_id: school.organisation.id, course_id: course.id })]);
    const { rows } = await pool.query('select completed_lessons from enrollments where id = $1', [learners[0]?.enrollmentId]);
    expect(rows).toEqual([{ completed_lessons: 2 }]);
  });
});
