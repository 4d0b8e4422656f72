import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { countOf } from '../../support/sample.ts';
import { newStudio, type Studio, statusCounts } from '../../support/studio.ts';

let app: TestApp;
let mine: Studio;
let course: Row;
let chapter: Row;
let other: Row;
beforeAll(async () => {
  app = await startTestApp();
  mine = await newStudio(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  course = await mine.newCourse();
  chapter = await mine.newChapter(course.id, { title: 'One' });
  other = await mine.newChapter(course.id, { title: 'Two' });
});

const pathOf = (chapterId = chapter.id) => `courses/${course.id}/chapters/${chapterId}/lessons/`;
const listed = async (chapterId = chapter.id): Promise<Row[]> => (await mine.studio('get', `${pathOf(chapterId)}?page_size=200`)).body.results;
const order = async (chapterId = chapter.id) => (await listed(chapterId)).map(({ title, position }) => `${position} ${title}`);
const newLessons = async (chapterId: string, ...names: string[]): Promise<Row[]> => {
  const made = [];
  for (const title of names) made.push(await mine.newLesson(course.id, chapterId, { title }));
  return made;
};
const read = async (lesson: Row, chapterId = chapter.id): Promise<Row> => (await mine.agent('get', `${pathOf(chapterId)}${lesson.id}/`)).body;

test('the studio and the agent API work on the same lessons, and positions stay consecutive', async () => {
  const [a, b] = (await newLessons(chapter.id, 'A', 'B')) as [Row, Row];
  await expectStatus(201, mine.agent('post', pathOf(), { title: 'C', position: 1 }));
  expect(await order()).toEqual(['1 C', '2 A', '3 B']);
  const { updated_at } = await read(b);
  const { body } = await expectStatus(200, mine.studio('patch', `${pathOf()}${b.id}/`, { position: 1, is_published: true, updated_at }));
  expect(body).toEqual(await read(b));
  expect(await order()).toEqual(['1 B', '2 C', '3 A']);
  await expectStatus(204, mine.studio('delete', `${pathOf()}${b.id}/`));
  expect(await order()).toEqual(['1 C', '2 A']);
  await expectStatus(404, mine.studio('delete', `${pathOf()}${b.id}/`));
  await expectStatus(404, mine.studio('patch', `${pathOf()}${b.id}/`, { updated_at }));
  await expectStatus(404, mine.studio('get', pathOf(newId())));
  await expectStatus(404, mine.studio('post', pathOf(newId()), { title: 'T' }));
  expect(await mine.actionsOn(b.id)).toEqual(['lesson.created', 'lesson.updated', 'lesson.deleted']);
  expect(a.title).toBe('A');
});

test('the studio validates content by the same rules as the agent API', async () => {
  const wrong = { title: 'Q', content_type: 'quiz', content: { questions: [{ type: 'single', prompt: 'Which?', choices: [], correct_choice_id: 'a' }] } };
  const [studio, agent] = await Promise.all([mine.studio('post', pathOf(), wrong), mine.agent('post', pathOf(), wrong)]);
  expect(studio.status).toBe(400);
  expect(studio.body.errors).toEqual(agent.body.errors);
});

describe('the `updated_at` of a lesson', () => {
  test.each(['studio', 'agent'] as const)('is stale for the %s API after a change through the other API', async (second) => {
    const [lesson] = (await newLessons(chapter.id, 'A')) as [Row];
    const path = `${pathOf()}${lesson.id}/`;
    const first = second === 'studio' ? 'agent' : 'studio';
    await expectStatus(200, mine[first]('patch', path, { title: 'B', updated_at: lesson.updated_at }));
    const { body } = await expectStatus(409, mine[second]('patch', path, { title: 'C', updated_at: lesson.updated_at }));
    expect(body).toMatchObject({ code: 'stale_lesson', lesson: { title: 'B' } });
    expect(body.lesson).toEqual(await read(lesson));
    await expectStatus(200, mine[second]('patch', path, { title: 'C', updated_at: body.lesson.updated_at }));
  });

  test('works for only one of twenty concurrent requests, whichever API and operation they use', async () => {
    const [lesson] = (await newLessons(chapter.id, 'A')) as [Row];
    const { updated_at } = lesson;
    const ways: ((number: number) => ReturnType<Studio['studio']>)[] = [
      (number) => mine.agent('patch', `${pathOf()}${lesson.id}/`, { title: `Agent ${number}`, updated_at }),
      (number) => mine.studio('patch', `${pathOf()}${lesson.id}/`, { title: `Studio ${number}`, updated_at }),
      (number) => mine.studio('patch', `courses/${course.id}/lessons/${lesson.id}/schedule/`, { opens_day_offset: number, updated_at }),
      () => mine.studio('post', `courses/${course.id}/lessons/${lesson.id}/move/`, { chapter_id: chapter.id, updated_at }),
    ];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => (ways[number % ways.length] as (typeof ways)[0])(number)));
    expect(statusCounts(answers)).toEqual({ 200: 1, 409: 19 });
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(winner).toEqual(await read(lesson));
    for (const { status, body } of answers) if (status === 409) expect(body.lesson).toEqual(winner);
    expect(await mine.actionsOn(lesson.id)).toHaveLength(2);
  });

  test('increases whenever the lesson is reordered, scheduled, published, shifted or moved', async () => {
    const [a, b] = (await newLessons(chapter.id, 'A', 'B')) as [Row, Row];
    const tokens = [a.updated_at];
    const through = async (change: ReturnType<Studio['studio']>, chapterId = chapter.id) => {
      expect((await change).status).toBeLessThan(300);
      tokens.push((await read(a, chapterId)).updated_at);
    };
    await through(mine.studio('post', `${pathOf()}reorder/`, { ids: [b.id, a.id] }));
    await through(mine.studio('patch', `courses/${course.id}/lessons/${a.id}/schedule/`, { opens_day_offset: 1, updated_at: tokens.at(-1) }));
    await through(mine.studio('post', `courses/${course.id}/chapters/${chapter.id}/publish/`, { include_lessons: true }));
    await through(mine.studio('post', `courses/${course.id}/schedule/shift/`, { days: 1 }));
    await through(mine.studio('post', `courses/${course.id}/lessons/${a.id}/move/`, { chapter_id: other.id, updated_at: tokens.at(-1) }), other.id);
    expect(tokens).toEqual([...new Set(tokens)].sort());
    expect(tokens).toHaveLength(6);
  });
});

describe('reordering lessons', () => {
  const reorder = (ids: string[]) => mine.studio('post', `${pathOf()}reorder/`, { ids });

  test('accepts the complete list of lesson IDs and keeps the `updated_at` of lessons that stay in place', async () => {
    const [a, b, c] = (await newLessons(chapter.id, 'A', 'B', 'C')) as [Row, Row, Row];
    await expectStatus(204, reorder([b.id, a.id, c.id]));
    expect(await order()).toEqual(['1 B', '2 A', '3 C']);
    expect((await read(c)).updated_at).toBe(c.updated_at);
    expect((await read(a)).updated_at > a.updated_at).toBe(true);
    expect(await mine.actionsOn(chapter.id)).toEqual(['chapter.created', 'lessons.reordered']);
  });

  test('rejects a list with missing, foreign or repeated IDs and moves nothing', async () => {
    const [a, b] = (await newLessons(chapter.id, 'A', 'B')) as [Row, Row];
    const [foreign] = (await newLessons(other.id, 'F')) as [Row];
    for (const ids of [[b.id], [b.id, foreign.id], [b.id, a.id, foreign.id], [b.id, b.id], [b.id, a.id, a.id], [b.id, newId()]]) {
      const { body } = await expectStatus(400, reorder(ids));
      expect(body.errors).toEqual([{ field: 'ids', code: 'incomplete', message: expect.any(String) }]);
    }
    expect(await listed()).toMatchObject([
      { id: a.id, updated_at: a.updated_at },
      { id: b.id, updated_at: b.updated_at },
    ]);
    await expectStatus(404, mine.studio('post', `${pathOf(newId())}reorder/`, { ids: [a.id] }));
  });

  test('takes fewer than ten queries for 2000 lessons, and a chapter with 2000 lessons rejects another one', async () => {
    await app.database.pool.query(
      `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
       select $1, gen_random_uuid(), $2, $3, 'L' || n, n, false, 'lesson', false from generate_series(1, 2000) n`,
      [mine.organisation.id, course.id, chapter.id],
    );
    const { rows } = await app.database.pool.query<{ id: string }>('select id from lessons where chapter_id = $1 order by position desc', [chapter.id]);
    app.database.queries.count = 0;
    await expectStatus(204, reorder(rows.map(({ id }) => id)));
    expect(app.database.queries.count).toBeLessThan(10);
    expect((await order())[0]).toBe('1 L2000');
    const [lesson] = (await newLessons(other.id, 'Too many')) as [Row];
    for (const full of [
      mine.studio('post', pathOf(), { title: 'T' }),
      mine.studio('post', `${pathOf()}${rows[0]?.id}/duplicate/`),
      mine.studio('post', `courses/${course.id}/lessons/${lesson.id}/move/`, { chapter_id: chapter.id, updated_at: lesson.updated_at }),
    ]) {
      const { body } = await expectStatus(400, full);
      expect(body.errors).toMatchObject([{ field: 'body', code: 'too_many' }]);
    }
    const { updated_at } = (await listed())[0] as Row;
    await expectStatus(200, mine.studio('post', `courses/${course.id}/lessons/${rows[0]?.id}/move/`, { chapter_id: chapter.id, position: 5, updated_at }));
  });
});

describe('moving a lesson', () => {
  const move = (lesson: Row, to: string, position?: number, updated_at = lesson.updated_at) =>
    mine.studio('post', `courses/${course.id}/lessons/${lesson.id}/move/`, { chapter_id: to, updated_at, ...(position ? { position } : {}) });

  test.each([
    [1, undefined, ['1 B', '2 C', '3 A']],
    [1, 2, ['1 B', '2 A', '3 C']],
    [3, 1, ['1 C', '2 A', '3 B']],
    [2, 2, ['1 A', '2 B', '3 C']],
    [2, 99, ['1 A', '2 C', '3 B']],
  ])('from position %i to position %p in its chapter keeps positions consecutive', async (from, to, expected) => {
    const made = await newLessons(chapter.id, 'A', 'B', 'C');
    const { body } = await expectStatus(200, move(made[from - 1] as Row, chapter.id, to));
    expect(await order()).toEqual(expected);
    expect(body).toEqual(await read(body));
    expect(body.updated_at > (made[from - 1] as Row).updated_at).toBe(true);
  });

  test.each([
    [undefined, ['1 D', '2 E', '3 B']],
    [1, ['1 B', '2 D', '3 E']],
    [2, ['1 D', '2 B', '3 E']],
    [99, ['1 D', '2 E', '3 B']],
  ])('to position %p in another chapter closes the gap it leaves and keeps the progress of learners', async (to, expected) => {
    const [, b] = (await newLessons(chapter.id, 'A', 'B', 'C')) as [Row, Row];
    await newLessons(other.id, 'D', 'E');
    const enrollmentId = await mine.newEnrollment(course.id);
    const { db, pool } = app.database;
    await db.insertInto('lesson_progress').values({ organisation_id: mine.organisation.id, enrollment_id: enrollmentId, lesson_id: b.id }).execute();
    const { body } = await expectStatus(200, move(b, other.id.toUpperCase(), to));
    expect(body).toEqual(await read(b, other.id));
    expect([await order(), await order(other.id)]).toEqual([['1 A', '2 C'], expected]);
    expect((await pool.query('select 1 from lesson_progress where lesson_id = $1', [b.id])).rows).toHaveLength(1);
    expect(await mine.actionsOn(b.id)).toEqual(['lesson.created', 'lesson.moved']);
    await expectStatus(404, mine.studio('patch', `${pathOf()}${b.id}/`, { updated_at: body.updated_at }));
  });

  test('with a stale `updated_at` returns 409 with the current lesson, and to a chapter outside the course returns 400', async () => {
    const [a] = (await newLessons(chapter.id, 'A')) as [Row];
    const foreign = await mine.newChapter((await mine.newCourse()).id);
    for (const id of [newId(), foreign.id]) {
      const { body } = await expectStatus(400, move(a, id));
      expect(body.errors).toEqual([{ field: 'chapter_id', code: 'unknown', message: expect.any(String) }]);
    }
    const { body } = await expectStatus(409, move(a, other.id, 1, '2026-01-01T00:00:00.000Z'));
    expect(body).toMatchObject({ code: 'stale_lesson', lesson: { id: a.id, updated_at: a.updated_at } });
    await expectStatus(404, mine.studio('post', `courses/${course.id}/lessons/${newId()}/move/`, { chapter_id: other.id, updated_at: a.updated_at }));
    await expectStatus(404, mine.studio('post', `courses/${newId()}/lessons/${a.id}/move/`, { chapter_id: other.id, updated_at: a.updated_at }));
  });

  test('back and forth between two chapters never fails while other lessons move and the chapters are reordered', async () => {
    const lessons = [...(await newLessons(chapter.id, 'A', 'B')), ...(await newLessons(other.id, 'C', 'D'))];
    const failed: string[] = [];
    const path = `courses/${course.id}/chapters/reorder/`;
    const toAndFro = async (lesson: Row) => {
      let { updated_at, chapter_id } = lesson;
      for (let moved = 0; moved < countOf(10, 5); ) {
        const { status, body, text } = await move(lesson, chapter_id === chapter.id ? other.id : chapter.id, 1, updated_at);
        if (status === 200) moved++;
        else if (status !== 409) return failed.push(text);
        ({ updated_at, chapter_id } = status === 200 ? body : body.lesson);
      }
    };
    const swap = async (ids: string[]) => {
      for (let time = 0; time < countOf(20, 8); time++) {
        const { status, text } = await mine.studio('post', path, { ids: time % 2 ? ids : [...ids].reverse() });
        if (status !== 204) failed.push(text);
      }
    };
    await Promise.all([...lessons.map(toAndFro), swap([chapter.id, other.id]), swap([other.id, chapter.id])]);
    expect(failed).toEqual([]);
    expect((await listed()).map(({ position }) => position)).toEqual([1, 2]);
    expect((await listed(other.id)).map(({ position }) => position)).toEqual([1, 2]);
  });

  test('concurrently with every other change of the outline causes no server error and keeps positions consecutive', async () => {
    const left = await newLessons(chapter.id, 'A', 'B', 'C', 'D');
    const right = await newLessons(other.id, 'E', 'F', 'G', 'H');
    const path = `courses/${course.id}/chapters/`;
    const changes = [
      ...left.map((lesson) => move(lesson, other.id, 1)),
      ...right.map((lesson) => move(lesson, chapter.id, 1)),
      ...[0, 1, 2].map(() => mine.studio('post', `${path}reorder/`, { ids: [other.id, chapter.id] })),
      ...[0, 1, 2].map(() => mine.studio('post', `${path}reorder/`, { ids: [chapter.id, other.id] })),
      mine.studio('post', `${pathOf()}reorder/`, { ids: left.map(({ id }) => id).reverse() }),
      mine.studio('post', `${pathOf(other.id)}reorder/`, { ids: right.map(({ id }) => id).reverse() }),
      mine.studio('post', `${path}${chapter.id}/publish/`, { include_lessons: true }),
      mine.studio('post', `${path}${other.id}/publish/`, { include_lessons: true }),
      mine.studio('post', `courses/${course.id}/schedule/shift/`, { days: 1 }),
      mine.agent('post', pathOf(), { title: 'I', position: 1 }),
      mine.agent('patch', `${path}${other.id}/`, { position: 1 }),
      mine.studio('delete', `${pathOf()}${left[0]?.id}/`),
      mine.studio('post', `${path}${other.id}/duplicate/`),
      mine.studio('post', `${pathOf()}${left[1]?.id}/duplicate/`),
    ];
    const answers = await Promise.all(changes);
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    const { rows } = await app.database.pool.query<{ positions: number[] }>(
      'select array_agg(position order by position) as positions from lessons where course_id = $1 group by chapter_id',
      [course.id],
    );
    for (const { positions } of rows) expect(positions).toEqual(positions.map((_, place) => place + 1));
  });
});

describe('duplicating a lesson', () => {
  test('copies its content and settings into an unpublished lesson right after the original', async () => {
    const [a] = (await newLessons(chapter.id, 'A', 'B')) as [Row];
    const content = { source: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' };
    const fields = {
      content_type: 'video',
      content,
      is_published: true,
      is_free_preview: true,
      opens_day_offset: 1,
      closes_day_offset: 3,
      closes_time: '12:30',
    };
    const { body: original } = await expectStatus(200, mine.studio('patch', `${pathOf()}${a.id}/`, { ...fields, updated_at: a.updated_at }));
    const { body: copy } = await expectStatus(201, mine.studio('post', `${pathOf()}${a.id}/duplicate/`));
    const { id: _id, created_at: _created, updated_at: _updated, ...written } = original;
    expect(copy).toMatchObject({ ...written, title: 'A (copy)', position: 2, is_published: false });
    expect(copy.id).not.toBe(a.id);
    expect(await order()).toEqual(['1 A', '2 A (copy)', '3 B']);
    expect(await read(a)).toEqual(original);
    expect(await mine.actionsOn(copy.id)).toEqual(['lesson.duplicated']);
    await expectStatus(404, mine.studio('post', `${pathOf()}${newId()}/duplicate/`));
    await expectStatus(404, mine.studio('post', `${pathOf(other.id)}${a.id}/duplicate/`));
  });

  test('with concurrent requests creates one copy per request and keeps positions consecutive', async () => {
    const [a] = (await newLessons(chapter.id, 'A')) as [Row];
    const answers = await Promise.all(Array.from({ length: 8 }, () => mine.studio('post', `${pathOf()}${a.id}/duplicate/`)));
    expect(statusCounts(answers)).toEqual({ 201: 8 });
    expect((await listed()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
