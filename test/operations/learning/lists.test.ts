import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newVisitor } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool } from '../../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('course discovery', () => {
  test('lists the published public courses, newest first, and can be searched and filtered', async () => {
    const own = await newSchool(app);
    const newer = async (fields: object) => {
      const course = await own.newCourse({ status: 'published', ...fields });
      await app.database.pool.query(`update courses set published_at = now() + $2 * interval '1 minute' where id = $1`, [course.id, minutes++]);
      return course;
    };
    let minutes = 0;
    const first = await newer({ title: 'Knots: 100%_tied', level: 'beginner', language: 'pt-BR', category: 16 });
    await newer({ title: 'Sailing', level: 'advanced' });
    await own.newCourse({ title: 'A draft' });
    await newer({ title: 'By invitation', visibility: 'private' });
    await newer({ title: 'By address', visibility: 'unlisted' });
    await app.database.pool.query(`update courses set price_amount = 900, price_currency = 'EUR' where title = 'Sailing'`);
    const visitor = await newVisitor(app, own);
    const titles = async (query = '') =>
      (await expectStatus(200, visitor.browser.call('get', `me/discover/${query}`))).body.results.map((row: { course: Row }) => row.course.title);
    expect(await titles()).toEqual(['Sailing', 'Knots: 100%_tied']);
    expect(await titles('?search=KNOTS')).toEqual(['Knots: 100%_tied']);
    expect(await titles('?search=%25_')).toEqual(['Knots: 100%_tied']);
    expect(await titles('?search=a%25i')).toEqual([]);
    expect([await titles('?ordering=published_at'), await titles('?ordering=title'), await titles('?ordering=-title')]).toEqual([
      ['Knots: 100%_tied', 'Sailing'],
      ['Knots: 100%_tied', 'Sailing'],
      ['Sailing', 'Knots: 100%_tied'],
    ]);
    expect(await titles('?level=advanced')).toEqual(['Sailing']);
    expect(await titles('?category=16')).toEqual(['Knots: 100%_tied']);
    expect(await titles('?language=pt-BR')).toEqual(['Knots: 100%_tied']);
    expect(await titles('?page_size=1&page=2')).toEqual(['Knots: 100%_tied']);
    await expectStatus(201, visitor.browser.call('post', `courses/${first.id}/enroll/`, {}));
    expect((await visitor.browser.call('get', 'me/discover/')).body).toMatchObject({
      count: 2,
      results: [
        { price: { amount: 900, currency: 'EUR', is_free: false }, is_enrolled: false, hero_url: null, lesson_count: 0 },
        { price: { is_free: true }, is_enrolled: true },
      ],
    });
    expect([await titles('?ordering=-popularity'), await titles('?ordering=popularity')]).toEqual([
      ['Knots: 100%_tied', 'Sailing'],
      ['Sailing', 'Knots: 100%_tied'],
    ]);
  });

  test('finds the words of a description and of a landing title in every script and letter case, but not the names of what a document is made of', async () => {
    const own = await newSchool(app);
    const course = (title: string, fields: object) => own.newCourse({ title, status: 'published', ...fields });
    await course('Text', { description: 'Grüße aus der ΣΟΦΊΑΣ-Straße' });
    await course('Document', {
      description: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Привет, мир', marks: [{ type: 'bold' }] }] }] },
    });
    await course('Delta', { description: [{ insert: '你好世界' }, { insert: { image: 'hidden' } }] });
    await course('Landing', { landing_title: 'Learn İstanbul by heart' });
    const { browser } = await newVisitor(app, own);
    const found = async (text: string) =>
      (await expectStatus(200, browser.call('get', `me/discover/?ordering=title&search=${encodeURIComponent(text)}`))).body.results.map(
        (row: { course: Row }) => row.course.title,
      );
    expect(await Promise.all(['GRÜSSE', 'σοφίας', 'ПРИВЕТ', '好世', 'istanbul'].map(found))).toEqual([
      ['Text'],
      ['Text'],
      ['Document'],
      ['Delta'],
      ['Landing'],
    ]);
    expect(await Promise.all(['paragraph', 'bold', 'hidden', '100%'].map(found))).toEqual([[], [], [], []]);
  });
});

test("a user's own enrollments are listed most recently active first, can be filtered by state and exclude deleted courses", async () => {
  const own = await newSchool(app);
  const courses = await Promise.all(['One', 'Two', 'Three'].map((title) => own.newCourse({ title, status: 'published' })));
  const visitor = await newVisitor(app, own);
  for (const { id } of courses) await expectStatus(201, visitor.browser.call('post', `courses/${id}/enroll/`, {}));
  const titles = async (query = '') =>
    (await expectStatus(200, visitor.browser.call('get', `me/enrollments/${query}`))).body.results.map((row: { course: Row }) => row.course.title);
  const access = (course?: Row) => expectStatus(200, visitor.browser.call('post', `me/courses/${course?.id}/access/`));
  await access(courses[1]);
  app.clock.advance(1000);
  await access(courses[0]);
  expect(await titles()).toEqual(['One', 'Two', 'Three']);
  const end = (course: Row | undefined, column: string) =>
    app.database.pool.query(`update enrollments set ${column} = now() where course_id = $1`, [course?.id]);
  await end(courses[0], 'completed_at');
  await end(courses[1], 'revoked_at');
  expect([await titles('?state=active'), await titles('?state=completed'), await titles('?state=revoked'), await titles('?state=expired')]).toEqual([
    ['Three'],
    ['One'],
    ['Two'],
    [],
  ]);
  await app.database.pool.query('update courses set deleted_at = now() where id = $1', [courses[2]?.id]);
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await titles('?page_size=1&page=2')).toEqual(['Two']);
});

test("a user's own enrollments can be searched, filtered by completion and source, and ordered by activity, enrollment, title and end", async () => {
  const own = await newSchool(app);
  const courses = await Promise.all(['Ärger', 'Boote', 'Chöre'].map((title) => own.newCourse({ title, status: 'published' })));
  const visitor = await newVisitor(app, own);
  for (const { id } of courses) {
    await expectStatus(201, visitor.browser.call('post', `courses/${id}/enroll/`, {}));
    app.clock.advance(1000);
  }
  const change = (index: number, set: string) => app.database.pool.query(`update enrollments set ${set} where course_id = $1`, [courses[index]?.id]);
  await change(0, `completed_at = now(), revoked_at = now()`);
  await change(1, `expires_at = now() + interval '9 days', source = 'code'`);
  await change(2, `expires_at = now() + interval '3 days'`);
  await expectStatus(200, visitor.browser.call('post', `me/courses/${courses[1]?.id}/access/`));
  const titles = async (query: string) =>
    (await expectStatus(200, visitor.browser.call('get', `me/enrollments/?${query}`))).body.results
      .map((row: { course: { title: string } }) => row.course.title[0])
      .join('');
  expect([await titles('search=CHÖ'), await titles('search=%25%25'), await titles('search=RE&state=active')]).toEqual(['C', '', 'C']);
  expect([await titles('is_completed=true'), await titles('is_completed=false&ordering=title'), await titles('source=code')]).toEqual(['Ä', 'BC', 'B']);
  expect(await Promise.all(['enrolled_at', '-enrolled_at', 'expires_at', '-expires_at'].map((order) => titles(`ordering=${order}`)))).toEqual([
    'ÄBC',
    'CBÄ',
    'CBÄ',
    'ÄBC',
  ]);
  expect((await titles('ordering=-last_activity_at'))[0]).toBe('B');
  expect((await titles('ordering=last_activity_at')).at(-1)).toBe('B');
  expect([...(await titles('ordering=-title'))].reverse().join('')).toBe(await titles('ordering=title'));
  expect((await visitor.browser.call('get', 'me/enrollments/?search=CHÖ')).body.count).toBe(1);
});
