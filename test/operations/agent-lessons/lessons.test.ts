import { startTestApp, type TestApp } from '../../support/app.ts';
import { newOrganisation, type Row, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
let course: Row;
let chapter: Row;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
  course = await org.newCourse();
  chapter = await org.newChapter(course.id);
  path = `courses/${course.id}/chapters/${chapter.id}/lessons/`;
});
afterAll(() => app.close());

const read = async (id: string) => (await org.call('get', `${path}${id}/`)).body as Row;
const make = (fields: object = {}) => org.newLesson(course.id, chapter.id, fields);
const patch = (id: string, body: object) => org.call('patch', `${path}${id}/`, body);
const order = async () => (await org.call('get', path)).body.results.map((lesson: Row) => [lesson.position, lesson.title]);

describe('creating a lesson', () => {
  test('requires only a title and fills in every default', async () => {
    const { status, body } = await org.call('post', path, { title: 'T' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      course_id: course.id,
      chapter_id: chapter.id,
      position: 1,
      is_published: false,
      content_type: 'lesson',
      content: null,
      is_free_preview: false,
      opens_day_offset: null,
      opens_time: null,
      closes_day_offset: null,
      closes_time: null,
      view_window_minutes: null,
    });
    expect(await read(body.id)).toEqual(body);
  });

  test('stores the schedule and returns its times as HH:MM', async () => {
    const schedule = { opens_day_offset: 1, opens_time: '09:30', closes_day_offset: 1, closes_time: '23:59', view_window_minutes: 90, is_free_preview: true };
    expect(await make(schedule)).toMatchObject(schedule);
  });

  test('validates the content by its type, fills in its defaults and names every invalid field', async () => {
    const quiz = { questions: [{ type: 'true_false', prompt: 'P', correct: true }] };
    expect((await make({ content_type: 'quiz', content: quiz })).content).toMatchObject({ passing_score_percent: 70, questions: [{ id: 'q1', points: 1 }] });
    const { status, body } = await org.call('post', path, { title: 'T', content_type: 'quiz', content: { questions: [{ type: 'true_false', prompt: '' }] } });
    expect(status).toBe(400);
    expect(body.errors.map((fault: { field: string }) => fault.field).sort()).toEqual(['content.questions.0.correct', 'content.questions.0.prompt']);
    const both = await org.call('post', path, { title: '', content: { body: 1 } });
    expect(both.body.errors.map((fault: { field: string }) => fault.field).sort()).toEqual(['content.body', 'title']);
    const other = await org.call('post', path, { title: 'T', content_type: 'video', content: quiz });
    expect([other.status, other.body.errors[0].field]).toEqual([400, 'content.source']);
  });

  test.each([
    [{ opens_time: '10:00' }, 'opens_time'],
    [{ closes_time: '10:00' }, 'closes_time'],
    [{ opens_day_offset: 2, closes_day_offset: 1 }, 'closes_day_offset'],
    [{ opens_day_offset: 2, opens_time: '10:00', closes_day_offset: 2, closes_time: '10:00' }, 'closes_day_offset'],
    [{ closes_day_offset: 0 }, 'closes_day_offset'],
    [{ opens_day_offset: 1, opens_time: '24:00' }, 'opens_time'],
    [{ opens_day_offset: 1, opens_time: '9:00' }, 'opens_time'],
    [{ opens_day_offset: -1 }, 'opens_day_offset'],
    [{ view_window_minutes: 0 }, 'view_window_minutes'],
    [{ content_type: 'song' }, 'content_type'],
    [{ content: 'text' }, 'content'],
  ])('from %j is rejected with an error on %s', async (fields, field) => {
    const { status, body } = await org.call('post', path, { title: 'T', ...fields });
    expect([status, body.errors[0].field]).toEqual([400, field]);
    expect(await order()).toEqual([]);
  });
});

describe('lesson positions', () => {
  test('shift on insertion, move and deletion, and every shifted lesson gets a new `updated_at`', async () => {
    const a = await make({ title: 'a' });
    const b = await make({ title: 'b' });
    const c = await make({ title: 'c', position: 1 });
    expect(await order()).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
    ]);
    const moved = await read(a.id);
    expect(moved.updated_at > a.updated_at).toBe(true);
    expect((await patch(a.id, { updated_at: a.updated_at, title: 'A' })).status).toBe(409);
    expect((await patch(b.id, { updated_at: (await read(b.id)).updated_at, position: 1 })).body).toMatchObject({ position: 1 });
    expect((await org.call('delete', `${path}${c.id}/`)).status).toBe(204);
    expect(await order()).toEqual([
      [1, 'b'],
      [2, 'a'],
    ]);
  });

  test('stay consecutive when lessons are created, moved and deleted concurrently', async () => {
    const made = [];
    for (const title of ['a', 'b', 'c', 'd']) made.push(await make({ title }));
    const [a, b] = made as [Row, Row];
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, number) => org.call('post', path, { title: `n${number}`, position: 1 + (number % 3) })),
      org.call('delete', `${path}${a.id}/`),
      patch(b.id, { updated_at: b.updated_at, position: 7 }),
    ]);
    for (const { status } of answers) expect([200, 201, 204, 409]).toContain(status);
    expect((await order()).map(([position]: [number, string]) => position)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  });
});

describe('updating a lesson', () => {
  test('without `updated_at` returns 400 with an error on that field and changes nothing', async () => {
    const made = await make();
    const { status, body } = await patch(made.id, { title: 'New' });
    expect([status, body.errors]).toEqual([400, [{ field: 'updated_at', code: 'required', message: 'This field is required.' }]]);
    expect((await org.call('patch', `${path}${made.id}/`)).status).toBe(400);
    expect(await read(made.id)).toEqual(made);
  });

  test('changes only the fields that are sent', async () => {
    const made = await make({ content: { body: 'Text' }, opens_day_offset: 3 });
    const { body } = await patch(made.id, { updated_at: made.updated_at, is_published: true });
    expect(body).toEqual({ ...made, is_published: true, updated_at: expect.any(String) });
    expect(body.updated_at > made.updated_at).toBe(true);
  });

  test('with a stale `updated_at` returns 409 with the current lesson, whose `updated_at` then works', async () => {
    const made = await make();
    await patch(made.id, { updated_at: made.updated_at, title: 'First' });
    const stale = await patch(made.id, { updated_at: made.updated_at, title: 'Second' });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_lesson']);
    expect(stale.body.lesson).toEqual(await read(made.id));
    expect(stale.body.lesson.title).toBe('First');
    const retried = await patch(made.id, { updated_at: stale.body.lesson.updated_at, title: 'Second' });
    expect([retried.status, retried.body.title]).toEqual([200, 'Second']);
  });

  test.each(['2020-01-01T00:00:00Z', '2099-01-01T00:00:00.000Z'])('with the wrong `updated_at` %s returns 409', async (updated_at) => {
    const made = await make();
    expect((await patch(made.id, { updated_at, title: 'X' })).status).toBe(409);
  });

  test('accepts the same moment written with another UTC offset, but no moment close to it', async () => {
    const made = await make();
    const moment = new Date(made.updated_at).getTime();
    const elsewhere = new Date(moment + 2 * 3600_000).toISOString().replace('Z', '+02:00');
    expect((await patch(made.id, { updated_at: made.updated_at.replace('Z', '001Z') })).status).toBe(409);
    expect((await patch(made.id, { updated_at: elsewhere })).status).toBe(200);
  });

  test('succeeds for exactly one of 50 concurrent requests with the same `updated_at`', async () => {
    const made = await make();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => patch(made.id, { updated_at: made.updated_at, title: `Writer ${number}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(49).fill(409)]);
    const winner = answers.find((answer) => answer.status === 200)?.body;
    expect(await read(made.id)).toEqual(winner);
    for (const { status, body } of answers) if (status === 409) expect(body.lesson.updated_at >= made.updated_at).toBe(true);
  });

  test('to another `content_type` clears the content, and new content must match the new type', async () => {
    const made = await make({ content: { body: 'Text' } });
    const cleared = await patch(made.id, { updated_at: made.updated_at, content_type: 'quiz' });
    expect(cleared.body).toMatchObject({ content_type: 'quiz', content: null });
    const wrong = await patch(made.id, { updated_at: cleared.body.updated_at, content: { body: 'Text' } });
    expect([wrong.status, wrong.body.errors.map((fault: { field: string }) => fault.field).sort()]).toEqual([400, ['content.body', 'content.questions']]);
    const embed = await patch(made.id, { updated_at: cleared.body.updated_at, content_type: 'embed', content: { url: 'https://example.org/' } });
    expect(embed.body.content).toMatchObject({ aspect_ratio: '16:9' });
  });

  test('validates the schedule that results from the change', async () => {
    const made = await make({ closes_day_offset: 3 });
    const wrong = await patch(made.id, { updated_at: made.updated_at, opens_day_offset: 3 });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'closes_day_offset']);
    expect((await patch(made.id, { updated_at: made.updated_at, opens_day_offset: 3, closes_day_offset: null })).status).toBe(200);
  });

  test('records only the changed fields in the audit log, and only the size and hash of large values', async () => {
    const made = await make({ content: { body: 'x'.repeat(20_000) } });
    await patch(made.id, { updated_at: made.updated_at, title: 'New' });
    const rows = await app.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('organisation_id', '=', org.id)
      .where('object_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(rows[0]?.after).toMatchObject({ content: { bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(rows[1]).toMatchObject({ action: 'lesson.updated', before: { title: 'A lesson' }, after: { title: 'New' } });
    expect(Object.keys(rows[1]?.after as object).sort()).toEqual(['title', 'updated_at']);
  });
});

test('the lesson list is paged in order of position, omits the content and takes at most three queries', async () => {
  for (const title of ['a', 'b', 'c']) await make({ title, content: { body: 'Text' } });
  app.database.queries.count = 0;
  const { body } = await org.call('get', `${path}?page_size=2`);
  expect(app.database.queries.count).toBeLessThanOrEqual(3);
  expect(body).toMatchObject({ count: 3, results: [{ title: 'a' }, { title: 'b' }] });
  expect(body.results[0]).not.toHaveProperty('content');
});

test('a chapter that holds 2000 lessons rejects another one', async () => {
  await app.database.pool.query(
    `insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
     select $1, gen_random_uuid(), $2, $3, 'L', n, false, 'lesson', false from generate_series(1, 2000) n`,
    [org.id, course.id, chapter.id],
  );
  const { status, body } = await org.call('post', path, { title: 'T' });
  expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ code: 'too_many' })]);
});
