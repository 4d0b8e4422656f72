import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { newStudio, type Studio, statusCounts } from '../../support/studio.ts';

let app: TestApp;
let mine: Studio;
let course: Row;
beforeAll(async () => {
  app = await startTestApp();
  mine = await newStudio(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  course = await mine.newCourse();
});

const listed = async (): Promise<Row[]> => (await mine.studio('get', `courses/${course.id}/chapters/?page_size=200`)).body.results;
const titles = async () => (await listed()).map(({ title }) => title);
const lessonsOf = async (chapterId: string): Promise<Row[]> =>
  (await mine.studio('get', `courses/${course.id}/chapters/${chapterId}/lessons/?page_size=200`)).body.results;
const newChapters = async (...names: string[]): Promise<Row[]> => {
  const made = [];
  for (const title of names) made.push(await mine.newChapter(course.id, { title }));
  return made;
};

test('the studio and the agent API work on the same chapters, and positions stay consecutive', async () => {
  const [a, b] = (await newChapters('A', 'B')) as [Row, Row];
  await expectStatus(201, mine.agent('post', `courses/${course.id}/chapters/`, { title: 'C', position: 1 }));
  expect(await titles()).toEqual(['C', 'A', 'B']);
  expect((await mine.studio('get', `courses/${course.id}/chapters/${a.id}/`)).body).toEqual(
    (await mine.agent('get', `courses/${course.id}/chapters/${a.id}/`)).body,
  );
  const { body } = await expectStatus(200, mine.studio('patch', `courses/${course.id}/chapters/${b.id}/`, { position: 1, sequential_lessons: true }));
  expect(body).toMatchObject({ position: 1, sequential_lessons: true, title: 'B' });
  expect(await titles()).toEqual(['B', 'C', 'A']);
  await expectStatus(204, mine.studio('delete', `courses/${course.id}/chapters/${b.id}/`));
  expect((await listed()).map(({ title, position }) => [title, position])).toEqual([
    ['C', 1],
    ['A', 2],
  ]);
  for (const method of ['get', 'delete'] as const) await expectStatus(404, mine.studio(method, `courses/${course.id}/chapters/${b.id}/`));
  await expectStatus(404, mine.studio('patch', `courses/${course.id}/chapters/${b.id}/`, {}));
  await expectStatus(404, mine.studio('get', `courses/${newId()}/chapters/`));
  await expectStatus(404, mine.studio('post', `courses/${newId()}/chapters/`, { title: 'T' }));
});

describe('reordering chapters', () => {
  const reorder = (ids: string[]) => mine.studio('post', `courses/${course.id}/chapters/reorder/`, { ids });

  test('accepts the complete list of chapter IDs and is audited only if the order changes', async () => {
    const [a, b, c] = (await newChapters('A', 'B', 'C')) as [Row, Row, Row];
    await expectStatus(204, reorder([c.id.toUpperCase(), a.id, b.id]));
    expect((await listed()).map(({ title, position }) => [title, position])).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 3],
    ]);
    expect(await mine.actionsOn(course.id)).toEqual(['course.created', 'chapters.reordered']);
    await expectStatus(204, reorder([c.id, a.id, b.id]));
    expect(await mine.actionsOn(course.id)).toHaveLength(2);
  });

  test('rejects a list with missing, foreign, repeated or extra IDs and moves nothing', async () => {
    const [a, b, c] = (await newChapters('A', 'B', 'C')) as [Row, Row, Row];
    const other = await mine.newCourse();
    const foreign = await mine.newChapter(other.id);
    const wrong = [
      [c.id, a.id],
      [c.id, b.id, foreign.id],
      [c.id, b.id, a.id, foreign.id],
      [c.id, b.id, a.id, newId()],
      [c.id, b.id, b.id],
      [c.id, b.id, a.id, a.id],
      [newId()],
    ];
    for (const ids of wrong) {
      const { body } = await expectStatus(400, reorder(ids));
      expect(body.errors).toEqual([{ field: 'ids', code: 'incomplete', message: expect.any(String) }]);
    }
    expect(await titles()).toEqual(['A', 'B', 'C']);
    await expectStatus(404, mine.studio('post', `courses/${newId()}/chapters/reorder/`, { ids: [a.id] }));
  });

  test('rejects a list for a course without chapters', async () => {
    const { body } = await expectStatus(400, reorder([newId()]));
    expect(body.errors[0].code).toBe('incomplete');
  });

  test('keeps positions consecutive while chapters are created, deleted and moved concurrently', async () => {
    const made = await newChapters('A', 'B', 'C', 'D');
    const ids = made.map(({ id }) => id);
    const answers = await Promise.all([
      reorder([...ids].reverse()),
      mine.newChapter(course.id, { position: 1 }).then(() => null),
      reorder(ids),
      mine.agent('patch', `courses/${course.id}/chapters/${ids[3]}/`, { position: 1 }),
      mine.studio('delete', `courses/${course.id}/chapters/${ids[0]}/`),
      mine.studio('post', `courses/${course.id}/chapters/${ids[1]}/duplicate/`),
      reorder([...ids].reverse()),
    ]);
    for (const answer of answers) expect([200, 201, 204, 400, undefined]).toContain(answer?.status);
    expect((await listed()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('duplicating a chapter', () => {
  test('copies everything that staff created and nothing that learners did, into an unpublished chapter right after the original', async () => {
    const [a, b] = (await newChapters('A', 'B')) as [Row, Row];
    await expectStatus(200, mine.studio('patch', `courses/${course.id}/chapters/${a.id}/`, { is_published: true, sequential_lessons: true }));
    const content = { format: 'markdown', body: 'Text' };
    const first = await mine.newLesson(course.id, a.id, {
      title: 'One',
      content,
      is_published: true,
      is_free_preview: true,
      opens_day_offset: 2,
      opens_time: '08:00',
    });
    await mine.newLesson(course.id, a.id, { title: 'Two', closes_day_offset: 9, view_window_minutes: 30 });
    const enrollmentId = await mine.newEnrollment(course.id);
    await app.database.db
      .insertInto('lesson_progress')
      .values({ organisation_id: mine.organisation.id, enrollment_id: enrollmentId, lesson_id: first.id })
      .execute();

    const { body: copy } = await expectStatus(201, mine.studio('post', `courses/${course.id}/chapters/${a.id}/duplicate/`));
    expect(copy).toMatchObject({ title: 'A (copy)', position: 2, is_published: false, sequential_lessons: true, lesson_count: 2 });
    expect((await listed()).map(({ id }) => id)).toEqual([a.id, copy.id, b.id]);
    const written = async (chapterId: string) => {
      const lessons = await lessonsOf(chapterId);
      const whole = await Promise.all(lessons.map(({ id }) => mine.agent('get', `courses/${course.id}/chapters/${chapterId}/lessons/${id}/`)));
      return whole.map(({ body: { id: _id, chapter_id: _chapter, created_at: _created, updated_at: _updated, ...fields } }) => fields);
    };
    expect(await written(copy.id)).toEqual(await written(a.id));
    const ids = [...(await lessonsOf(a.id)), ...(await lessonsOf(copy.id))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    const { rows } = await app.database.pool.query('select lesson_id from lesson_progress where enrollment_id = $1', [enrollmentId]);
    expect(rows).toEqual([{ lesson_id: first.id }]);
    expect(await mine.actionsOn(copy.id)).toEqual(['chapter.duplicated']);
    await expectStatus(404, mine.studio('post', `courses/${course.id}/chapters/${newId()}/duplicate/`));
  });

  test('truncates a long title at whole characters', async () => {
    const [long] = (await newChapters('🐚'.repeat(200))) as [Row];
    const { body } = await expectStatus(201, mine.studio('post', `courses/${course.id}/chapters/${long.id}/duplicate/`));
    expect(body.title).toBe(`${'🐚'.repeat(193)} (copy)`);
  });

  test('takes as many queries for fifty lessons as for one', async () => {
    const [few, many] = (await newChapters('Few', 'Many', 'Last')) as [Row, Row, Row];
    await mine.newLesson(course.id, few.id);
    for (let number = 0; number < 50; number++) await mine.newLesson(course.id, many.id);
    const counts = [];
    for (const { id } of [few, many]) {
      app.database.queries.count = 0;
      await expectStatus(201, mine.studio('post', `courses/${course.id}/chapters/${id}/duplicate/`));
      counts.push(app.database.queries.count);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('is rejected beyond 500 chapters, even with concurrent requests', async () => {
    const [a] = (await newChapters('A')) as [Row];
    await app.database.pool.query(
      `insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
       select $1, gen_random_uuid(), $2, 'C', n, false, false, false from generate_series(2, 498) n`,
      [mine.organisation.id, course.id],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => mine.studio('post', `courses/${course.id}/chapters/${a.id}/duplicate/`)));
    expect(statusCounts(answers)).toEqual({ 201: 2, 400: 4 });
    expect(answers.find(({ status }) => status === 400)?.body.errors).toMatchObject([{ field: 'body', code: 'too_many' }]);
    await expectStatus(400, mine.studio('post', `courses/${course.id}/chapters/`, { title: 'T' }));
  });
});

describe('publishing a chapter', () => {
  const publish = (id: string, body: object = {}) => mine.studio('post', `courses/${course.id}/chapters/${id}/publish/`, body);

  test('returns how many lessons learners can see, and can be undone', async () => {
    const [a] = (await newChapters('A')) as [Row];
    await mine.newLesson(course.id, a.id, { is_published: true });
    await mine.newLesson(course.id, a.id);
    const { body } = await expectStatus(200, publish(a.id));
    expect(body).toMatchObject({
      visible_lessons: 1,
      hidden_lessons: 1,
      course_is_published: false,
      chapter: { id: a.id, is_published: true, lesson_count: 2 },
    });
    await expectStatus(200, mine.studio('patch', `courses/${course.id}/`, { status: 'published' }));
    const back = await expectStatus(200, publish(a.id, { is_published: false, include_lessons: true }));
    expect(back.body).toMatchObject({ visible_lessons: 0, hidden_lessons: 2, course_is_published: true, chapter: { is_published: false } });
    expect((await lessonsOf(a.id)).map(({ is_published }) => is_published)).toEqual([true, false]);
    expect(await mine.actionsOn(a.id)).toEqual(['chapter.created', 'chapter.published', 'chapter.unpublished']);
    await expectStatus(404, publish(newId()));
  });

  test('with its lessons changes `updated_at` only of the lessons that were not published', async () => {
    const [a, b] = (await newChapters('A', 'B')) as [Row, Row];
    await mine.newLesson(course.id, a.id, { is_published: true });
    await mine.newLesson(course.id, a.id);
    await mine.newLesson(course.id, b.id);
    const before = [...(await lessonsOf(a.id)), ...(await lessonsOf(b.id))];
    const { body } = await expectStatus(200, publish(a.id, { include_lessons: true }));
    expect(body).toMatchObject({ visible_lessons: 2, hidden_lessons: 0 });
    const after = [...(await lessonsOf(a.id)), ...(await lessonsOf(b.id))];
    expect(after.map(({ is_published }) => is_published)).toEqual([true, true, false]);
    expect(after.map(({ updated_at }, place) => updated_at > (before[place]?.updated_at as string))).toEqual([false, true, false]);
  });
});
