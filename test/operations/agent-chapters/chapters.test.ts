import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation, type Row, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
let course: Row;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
  course = await org.newCourse();
  path = `courses/${course.id}/chapters/`;
});
afterAll(() => app.close());

const order = async () => (await org.call('get', path)).body.results.map((chapter: Row) => [chapter.position, chapter.title]);
const titles = async () => (await order()).map(([, title]: [number, string]) => title).join('');
const make = async (...names: string[]) => {
  const made: Record<string, Row> = {};
  for (const title of names) made[title] = await org.newChapter(course.id, { title });
  return made as Record<string, Row> & { a: Row; b: Row; c: Row; d: Row };
};

test('a new chapter gets default values and is placed last', async () => {
  await make('a');
  const { status, body } = await org.call('post', path, { title: 'b' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    course_id: course.id,
    title: 'b',
    position: 2,
    is_published: false,
    requires_previous_chapter: false,
    sequential_lessons: false,
    lesson_count: 0,
  });
  expect((await org.call('get', `${path}${body.id}/`)).body).toEqual(body);
});

test('inserting a chapter moves later chapters one place on, and a position beyond the end places the chapter last', async () => {
  await make('a', 'b');
  await org.newChapter(course.id, { title: 'x', position: 1 });
  await org.newChapter(course.id, { title: 'y', position: 3 });
  await org.newChapter(course.id, { title: 'z', position: 99 });
  expect(await order()).toEqual([
    [1, 'x'],
    [2, 'a'],
    [3, 'y'],
    [4, 'b'],
    [5, 'z'],
  ]);
});

test('moving a chapter, by update or by replacement, shifts the chapters in between', async () => {
  const { a, d } = await make('a', 'b', 'c', 'd');
  await org.call('patch', `${path}${a.id}/`, { position: 3 });
  expect(await titles()).toBe('bcad');
  await org.call('put', `${path}${d.id}/`, { title: 'd', position: 1 });
  expect(await titles()).toBe('dbca');
  await org.call('patch', `${path}${d.id}/`, { position: 50 });
  expect(await titles()).toBe('bcad');
});

test('deleting a chapter deletes its lessons and closes the gap in the positions', async () => {
  const { b } = await make('a', 'b', 'c');
  const lesson = await org.newLesson(course.id, b.id);
  expect((await org.call('delete', `${path}${b.id}/`)).status).toBe(204);
  expect(await order()).toEqual([
    [1, 'a'],
    [2, 'c'],
  ]);
  expect((await org.call('get', `${path}${b.id}/lessons/${lesson.id}/`)).status).toBe(404);
});

test('replacing a chapter resets omitted fields to their defaults but keeps an omitted position', async () => {
  const { b } = await make('a', 'b');
  await org.call('patch', `${path}${b.id}/`, { is_published: true, sequential_lessons: true, requires_previous_chapter: true });
  const { body } = await org.call('put', `${path}${b.id}/`, { title: 'B' });
  expect(body).toMatchObject({ title: 'B', position: 2, is_published: false, sequential_lessons: false, requires_previous_chapter: false });
  expect(body.updated_at > b.updated_at).toBe(true);
});

test('positions stay consecutive when chapters are created, moved and deleted concurrently', async () => {
  const { a, b, c } = await make('a', 'b', 'c', 'd', 'e');
  await Promise.all([
    ...Array.from({ length: 10 }, (_, number) => org.call('post', path, { title: `n${number}`, position: 1 + (number % 4) })),
    org.call('delete', `${path}${a.id}/`),
    org.call('patch', `${path}${b.id}/`, { position: 9 }),
    org.call('patch', `${path}${c.id}/`, { position: 1 }),
  ]);
  expect((await order()).map(([position]: [number, string]) => position)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
});

test.each([
  [{}, 'title', 'required'],
  [{ title: '  ' }, 'title', 'blank'],
  [{ title: 'T', position: 0 }, 'position', 'out_of_range'],
  [{ title: 'T', is_published: 'yes' }, 'is_published', 'type'],
])('creating a chapter from %j is rejected with an error on %s', async (body, field, code) => {
  const answer = await org.call('post', path, body);
  expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
  expect(await order()).toEqual([]);
});

test('a course returns its numbers of chapters and lessons, and a chapter its number of lessons', async () => {
  const { a } = await make('a', 'b');
  await org.newLesson(course.id, a.id);
  expect((await org.call('get', `courses/${course.id}/`)).body).toMatchObject({ chapter_count: 2, lesson_count: 1 });
  expect((await org.call('get', `${path}${a.id}/`)).body.lesson_count).toBe(1);
});

test('the chapter list is paged in order of position and takes at most three queries', async () => {
  await make('a', 'b', 'c');
  app.database.queries.count = 0;
  const { body } = await org.call('get', `${path}?page_size=2&page=2`);
  expect(app.database.queries.count).toBeLessThanOrEqual(3);
  expect(body).toMatchObject({ count: 3, next: null, results: [{ title: 'c' }] });
});

test('a course that holds 500 chapters rejects another one', async () => {
  await app.database.pool.query(
    `insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
     select $1, gen_random_uuid(), $2, 'C', n, false, false, false from generate_series(1, 500) n`,
    [org.id, course.id],
  );
  const { status, body } = await org.call('post', path, { title: 'T' });
  expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ code: 'too_many' })]);
});
