import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { type Enrolled, faultsOf, lessonPath, newEnrolled, newVisitor, open, progressIn, refusalOf, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;

let app: TestApp;
let school: School;
/** A published course, in whose chapter tests have lessons and learners of their own. */
let shared: { course: Row; chapter: Row };
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  shared = await newCourse();
});
afterAll(() => app.close());

const time = (offset = 0) => new Date(app.clock.now() + offset).toISOString();
const EMBED = { content_type: 'embed', content: { url: 'https://example.org/' } };
const VIDEO = { content_type: 'video', content: { source: 'vimeo', url: 'https://vimeo.com/76979871' } };

async function newCourse(): Promise<typeof shared> {
  const course = await school.newCourse({ status: 'published' });
  return { course, chapter: await school.newChapter(course.id) };
}

interface Learning {
  course: Row;
  lessons: [Row, Row, Row];
  learner: Omit<Enrolled, 'password'>;
  browser: Browser;
}

async function newLessons(lessons: object[], { chapter } = shared): Promise<Learning['lessons']> {
  const made: Row[] = [];
  for (const lesson of lessons) made.push(await school.newLesson(lesson, chapter));
  return made as Learning['lessons'];
}
const given = new Map<string, Promise<Row>>();
/** Returns lessons of the shared course. Those at the same place that are alike are made once for all tests, which therefore do not change them. */
async function givenLessons(lessons: object[]): Promise<Learning['lessons']> {
  const made: Row[] = [];
  for (const [place, lesson] of lessons.entries()) {
    const key = `${place} ${JSON.stringify(lesson)}`;
    if (!given.has(key)) given.set(key, school.newLesson(lesson, shared.chapter));
    made.push((await given.get(key)) as Row);
  }
  return made as Learning['lessons'];
}
/** Returns these lessons of the shared course and a new learner of it. */
async function learnerWith(lessons: object[]): Promise<Learning> {
  const learner = await newLearner(app, school.organisation.id, shared.course.id);
  return { course: shared.course, lessons: await givenLessons(lessons), learner, browser: learner.browser };
}
/** Creates a course that has only these lessons, and a learner of it. */
async function courseWith(lessons: object[]): Promise<Learning> {
  const own = await newCourse();
  const learner = await newLearner(app, school.organisation.id, own.course.id);
  return { course: own.course, lessons: await newLessons(lessons, own), learner, browser: learner.browser };
}
const start = (browser: Browser, lesson: Row) => expectStatus(200, report(browser, lesson, { event: 'opened' }));

describe('opening a lesson', () => {
  test('takes a report: reading the lesson with GET or HEAD starts no view window, completes nothing and is no activity', async () => {
    const { course, lessons, learner, browser } = await learnerWith([
      EMBED,
      { content: { body: 'Text' }, view_window_minutes: 60 },
      { content: { body: 'B' } },
    ]);
    for (const lesson of lessons) {
      await expectStatus(200, view(browser, lesson));
      const cookie = browser.cookie ?? '';
      expect((await app.http.head(`/api/v1/${lessonPath(lesson)}`).set({ ...browser.headers, Cookie: cookie })).status).toBe(200);
      expect((await progressIn(browser, lesson)).body).toMatchObject({ state: 'not_started', first_opened_at: null, view_until: null, completed_at: null });
    }
    expect((await view(browser, lessons[0])).body).toMatchObject({ content: EMBED.content, state: 'not_started' });
    expect((await view(browser, lessons[2])).body).toMatchObject({ content: { body: 'B' } });
    expect((await browser.call('get', `me/courses/${course.id}/progress/`)).body).toMatchObject({
      percent: 0,
      enrollment: { id: learner.enrollmentId, first_access_at: null },
    });
  });

  test('is not needed to see a free preview or, for staff, any lesson with a view window', async () => {
    const { lessons, browser } = await learnerWith([
      { content: { body: 'Free' }, view_window_minutes: 5, is_free_preview: true },
      { content: { body: 'Text' }, view_window_minutes: 5 },
    ]);
    expect((await view(browser, lessons[0])).body.content).toMatchObject({ body: 'Free' });
    expect((await view(school.browser, lessons[1])).body.content).toMatchObject({ body: 'Text' });
  });

  test('starts it once, and completes documents and embeds', async () => {
    const { lessons, browser } = await courseWith([
      { content: { body: 'Text' } },
      { content_type: 'document', content: { source: 'url', url: 'https://example.org/a.pdf' } },
      EMBED,
    ]);
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({
      state: 'not_started',
      first_opened_at: null,
      attempts_left: null,
      watched_percent: null,
    });
    const at = time();
    for (const [index, state] of ['in_progress', 'completed', 'completed'].entries()) {
      expect((await expectStatus(200, open(browser, lessons[index] as Row))).body).toMatchObject({ state, lock_reason: null });
    }
    app.clock.advance(MINUTE_MS);
    await start(browser, lessons[0]);
    await start(browser, lessons[1]);
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({ state: 'in_progress', first_opened_at: at, completed_at: null });
    expect((await progressIn(browser, lessons[1])).body).toMatchObject({ state: 'completed', first_opened_at: at, completed_at: at, course_percent: 66.66 });
  });

  test('starts the view window, after which the lesson is locked', async () => {
    const { lessons, browser } = await learnerWith([{ content: { body: 'Text' }, view_window_minutes: 60 }]);
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({ view_until: null, lock_reason: null });
    for (let time = 0; time < 2; time++)
      expect((await view(browser, lessons[0])).body).toMatchObject({ title: 'A lesson', view_window_minutes: 60, lock_reason: null, content: null, files: [] });
    expect((await open(browser, lessons[0])).body).toMatchObject({ closes_at: time(60 * MINUTE_MS), content: { body: 'Text' } });
    app.clock.advance(60 * MINUTE_MS - 1);
    expect((await open(browser, lessons[0])).body.lock_reason).toBeNull();
    app.clock.advance(1);
    expect((await open(browser, lessons[0])).body).toMatchObject({ lock_reason: 'view_window_over', content: null });
    const refused = await expectStatus(403, report(browser, lessons[0], { event: 'read' }));
    expect(refused.body).toMatchObject({ code: 'lesson_locked', lock_reason: 'view_window_over', opens_at: null });
  });

  test('too early returns when it opens, and a completed lesson stays open', async () => {
    const lessons = await newLessons([{ ...EMBED, opens_day_offset: 1, closes_day_offset: 2 }]);
    const { browser } = await newEnrolled(app, school, shared.course.id);
    const midnight = (days: number) => new Date((Math.floor(app.clock.now() / DAY_MS) + days) * DAY_MS).toISOString();
    const refused = await expectStatus(403, report(browser, lessons[0], { event: 'opened' }));
    expect(refused.body).toMatchObject({ lock_reason: 'not_yet_open', opens_at: midnight(1) });
    expect((await open(browser, lessons[0])).body).toMatchObject({ content: null, opens_at: midnight(1), closes_at: midnight(2), state: 'not_started' });
    app.clock.advance(DAY_MS);
    expect((await open(browser, lessons[0])).body).toMatchObject({ state: 'completed', lock_reason: null });
    app.clock.advance(DAY_MS);
    expect((await open(browser, lessons[0])).body).toMatchObject({ lock_reason: null, closes_at: null, content: { url: 'https://example.org/' } });
    const other = await newEnrolled(app, school, String(lessons[0].course_id));
    app.clock.advance(2 * DAY_MS);
    expect((await open(other.browser, lessons[0])).body).toMatchObject({ lock_reason: 'closed', content: null });
  });

  test('returns signed URLs for the stored files in its content', async () => {
    const { course, browser } = await learnerWith([]);
    const lessons = await newLessons([{}, {}]);
    const org = school.organisation.id;
    const [object, video, file, document] = [newId(), newId(), newId(), newId()];
    const { pool } = app.database;
    const store = (id: string, purpose: string, name: string, type: string) =>
      pool.query(
        `insert into storage_objects (organisation_id, id, course_id, purpose, storage_key, file_name, content_type, size_bytes, status)
         values ($1, $2, $3, $4, $5, $6, $7, 10, 'ready')`,
        [org, id, course.id, purpose, `files/${id}`, name, type],
      );
    await store(object, 'media', 'film.mp4', 'video/mp4');
    await store(file, 'document', 'upload.pdf', 'application/pdf');
    await app.storage.put(`files/${object}`, Buffer.from('a film'), 'video/mp4');
    await pool.query(`insert into media (organisation_id, id, course_id, object_id, kind, title) values ($1, $2, $3, $4, 'video', 'Film')`, [
      org,
      video,
      course.id,
      object,
    ]);
    await pool.query(`insert into documents (organisation_id, id, course_id, object_id, title) values ($1, $2, $3, $4, 'Paper')`, [
      org,
      document,
      course.id,
      file,
    ]);
    const fill = (lesson: Row, type: string, content: object) =>
      pool.query('update lessons set content_type = $2, content = $3 where id = $1', [lesson.id, type, JSON.stringify(content)]);
    await fill(lessons[0], 'video', { source: 'hosted', media_id: video, captions: [], duration_seconds: null });
    await fill(lessons[1], 'document', { source: 'upload', document_id: document, file_name: 'paper.pdf', is_downloadable: true });
    const expires_at = time(3600_000);
    const url = expect.stringMatching(/\/files\/.+signature=/);
    expect((await open(browser, lessons[0])).body.files).toEqual([{ id: video, url, content_type: 'video/mp4', file_name: 'film.mp4', expires_at }]);
    const [film] = (await open(browser, lessons[0])).body.files;
    expect(await (await fetch(film.url)).text()).toBe('a film');
    expect((await open(school.browser, lessons[1])).body.files).toEqual([
      { id: document, url, content_type: 'application/pdf', file_name: 'paper.pdf', expires_at },
    ]);
    await pool.query(`update storage_objects set status = 'rejected' where id = $1`, [object]);
    expect((await open(browser, lessons[0])).body.files).toEqual([]);
  });
});

describe('a progress report', () => {
  test('of reading completes a text lesson that was opened, and concurrent reports complete it only once', async () => {
    const { lessons, browser, learner } = await courseWith([{ content: { body: 'Text' } }]);
    expect(await faultsOf(report(browser, lessons[0], { event: 'read' }))).toEqual(['event not_opened']);
    await expectStatus(200, report(browser, lessons[0], { event: 'opened' }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(browser, lessons[0], { event: 'read' })));
    for (const { body } of answers) expect(body).toMatchObject({ state: 'completed', course_percent: 100 });
    const { rows } = await app.database.pool.query('select completed_lessons from learning_days where user_id = $1', [learner.id]);
    expect(rows).toEqual([{ completed_lessons: 1 }]);
  });

  test('of the last two lessons completes the course even if both are sent concurrently', async () => {
    const { course, lessons, browser } = await courseWith([{ content: { body: 'A' } }, { content: { body: 'B' } }]);
    for (const lesson of lessons) await start(browser, lesson);
    await Promise.all(lessons.map((lesson) => expectStatus(200, report(browser, lesson, { event: 'read' }))));
    expect((await browser.call('get', `me/courses/${course.id}/progress/`)).body).toMatchObject({
      percent: 100,
      enrollment: { state: 'completed', completed_at: time() },
    });
  });

  test('counts no more time than has actually passed', async () => {
    const { lessons, browser } = await learnerWith([{ content: { body: 'Text' } }]);
    const spent = async (seconds_spent: number) =>
      (await expectStatus(200, report(browser, lessons[0], { event: 'opened', seconds_spent }))).body.seconds_spent;
    expect(await spent(3600)).toBe(0);
    app.clock.advance(30_500);
    expect(await spent(3600)).toBe(30);
    app.clock.advance(60_000);
    expect(await spent(20)).toBe(50);
    expect(await spent(20)).toBe(50);
    expect((await browser.call('get', 'me/engagement/?days=3')).body).toMatchObject({ total_seconds: 50 });
  });

  /** Reports played ranges in the first lesson after `waited` seconds. */
  const watcher =
    (browser: Browser, lesson: Row) =>
    async (waited: number, ranges: [number, number][], fields: object = {}) => {
      app.clock.advance(waited * 1000);
      const watched_ranges = ranges.map(([from, to]) => ({ from, to }));
      const { body } = await expectStatus(200, report(browser, lesson, { event: 'watched', watched_ranges, ...fields }));
      return [body.watched_percent, body.state];
    };

  test('of watching merges the played ranges, counts each part once and relates them to the length of the video', async () => {
    const { lessons, browser } = await learnerWith([VIDEO]);
    const watched = watcher(browser, lessons[0]);
    await start(browser, lessons[0]);
    expect(await watched(20, [[0, 50]])).toEqual([null, 'in_progress']);
    expect(await watched(20, [[40, 60]], { duration_seconds: 200 })).toEqual([30, 'in_progress']);
    expect(await watched(300, [[150, 999]], { duration_seconds: 201.5 })).toEqual([55, 'in_progress']);
    expect(await watched(20, [[60, 60]], { position_seconds: 60.25 })).toEqual([55, 'in_progress']);
    app.clock.advance(MINUTE_MS);
    await watched(0, [[60, 131]]);
    await Promise.all([watched(0, [[131, 135]]), watched(0, [[135, 139]])]);
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({ watched_percent: 94.5, state: 'completed', position_seconds: 60.25 });
  });

  test('of watching counts no more than four seconds for each second since the last report or the opening, and five more', async () => {
    const { lessons, browser } = await learnerWith([{ ...VIDEO, content: { ...VIDEO.content, duration_seconds: 100 } }, VIDEO]);
    const watched = watcher(browser, lessons[0]);
    expect(await watched(0, [[0, 100]])).toEqual([5, 'in_progress']);
    expect(await watched(10, [[0, 100]])).toEqual([50, 'in_progress']);
    expect(
      await watched(5, [
        [90, 100],
        [0, 60],
        [80, 90],
      ]),
    ).toEqual([75, 'in_progress']);
    expect(await watched(0, [[20, 30]])).toEqual([75, 'in_progress']);
    expect(await watched(3600, [[60, 76]])).toEqual([91, 'completed']);
    await start(browser, lessons[1]);
    expect(await watcher(browser, lessons[1])(15, [[0, 100]], { duration_seconds: 100 })).toEqual([65, 'in_progress']);
  });

  test('of watching completes nothing while the length of the video is unknown, is stated for the first time or has changed', async () => {
    const { lessons, browser } = await learnerWith([VIDEO, VIDEO, { ...VIDEO, content: { ...VIDEO.content, duration_seconds: 3600 } }]);
    app.clock.time = Date.now() + 3600_000;
    for (const lesson of lessons) await start(browser, lesson);
    const watched = watcher(browser, lessons[0]);
    expect(await watched(60, [[0, 10]])).toEqual([null, 'in_progress']);
    expect(await watched(60, [[0, 10]], { duration_seconds: 10 })).toEqual([100, 'in_progress']);
    const shrunk = watcher(browser, lessons[1]);
    expect(await shrunk(60, [[0, 60]], { duration_seconds: 3600 })).toEqual([1.66, 'in_progress']);
    for (let time = 0; time < 3; time++) expect(await shrunk(60, [[0, 10]], { duration_seconds: 10 })).toEqual([0, 'in_progress']);
    expect(await shrunk(60, [[0, 10]])).toEqual([0.27, 'in_progress']);
    const stated = watcher(browser, lessons[2]);
    for (let time = 0; time < 3; time++) expect(await stated(60, [[0, 10]], { duration_seconds: 10 })).toEqual([0.27, 'in_progress']);
  });

  test('of watching starts over when the length of the video changes, and takes a shorter length if the lesson was changed since the last report', async () => {
    const { lessons, browser } = await learnerWith([VIDEO]);
    app.clock.time = Date.now() - 3600_000;
    const watched = watcher(browser, lessons[0]);
    await start(browser, lessons[0]);
    expect(await watched(60, [[0, 80]], { duration_seconds: 100 })).toEqual([80, 'in_progress']);
    expect(await watched(60, [[80, 95]], { duration_seconds: 200 })).toEqual([0, 'in_progress']);
    expect(await watched(60, [[0, 100]], { duration_seconds: 198.5 })).toEqual([50, 'in_progress']);
    expect(await watched(60, [[0, 50]], { duration_seconds: 50 })).toEqual([0, 'in_progress']);
    expect(await watched(60, [[0, 46]], { duration_seconds: 50 })).toEqual([92, 'completed']);
  });

  test('of watching adds its range to those of concurrent reports', async () => {
    const { lessons, browser } = await learnerWith([{ ...VIDEO, content: { ...VIDEO.content, duration_seconds: 100 } }]);
    await Promise.all(
      [0, 20, 40, 60].map((from) => expectStatus(200, report(browser, lessons[0], { event: 'watched', watched_ranges: [{ from, to: from + 5 }] }))),
    );
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({ watched_percent: 20 });
  });

  test('of watching is rejected once the ranges form too many pieces', async () => {
    const { lessons, browser, learner } = await learnerWith([VIDEO]);
    const watched = watcher(browser, lessons[0]);
    const pieces = (start: number) => Array.from({ length: 500 }, (_, index): [number, number] => [start + index * 2, start + index * 2 + 1]);
    await start(browser, lessons[0]);
    const before = 'select range_agg(numrange(place * 2, place * 2 + 1)) from generate_series(0, 4499) place';
    await app.database.pool.query(`update lesson_progress set watched = (${before}) where enrollment_id = $1`, [learner.enrollmentId]);
    await watched(200, pieces(9000));
    const watched_ranges = pieces(10_000).map(([from, to]) => ({ from, to }));
    app.clock.advance(200_000);
    expect(await faultsOf(report(browser, lessons[0], { event: 'watched', watched_ranges }))).toEqual(['watched_ranges too_many']);
  });

  test('must match the type of the lesson, contain what its event needs and nothing else', async () => {
    const { lessons, browser } = await learnerWith([
      { content: { body: 'Text' } },
      VIDEO,
      { content_type: 'assignment', content: { instructions: 'Do', submission_kinds: ['text'] } },
    ]);
    const [text, video, work] = lessons;
    for (const event of ['watched', 'quiz_started']) expect(await faultsOf(report(browser, text, { event }))).toEqual(['event not_allowed']);
    expect(await faultsOf(report(browser, video, { event: 'read' }))).toEqual(['event not_allowed']);
    expect(await faultsOf(report(browser, text, { event: 'opened', position_seconds: 1, submission: { text: 'x' } }))).toEqual([
      'position_seconds not_allowed',
      'submission not_allowed',
    ]);
    expect(await faultsOf(report(browser, video, { event: 'watched', watched_ranges: [{ from: 2, to: 1 }] }))).toEqual(['watched_ranges.0.to before_from']);
    expect(await faultsOf(report(browser, work, { event: 'assignment_submitted' }))).toEqual(['submission required']);
    expect(await faultsOf(report(browser, work, { event: 'assignment_submitted', submission: {} }))).toEqual(['submission required']);
    expect(await faultsOf(report(browser, work, { event: 'assignment_submitted', submission: { text: ' \n' } }))).toEqual(['submission.text blank']);
    expect((await progressIn(browser, work)).body.state).toBe('not_started');
  });

  test('returns 404 for a lesson that is not in the chapter or does not exist', async () => {
    const one = await learnerWith([EMBED]);
    const wrong = { ...one.lessons[0], chapter_id: school.chapterId };
    for (const lesson of [wrong, { ...one.lessons[0], id: newId() }, { ...one.lessons[0], id: 'x' }]) {
      expect(await refusalOf(open(one.browser, lesson))).toEqual([404, 'not_found']);
      expect(await refusalOf(progressIn(one.browser, lesson))).toEqual([404, 'not_found']);
      expect(await refusalOf(report(one.browser, lesson, { event: 'opened' }))).toEqual([404, 'not_found']);
    }
  });
});

describe('an assignment', () => {
  const assignment = (content: object = {}) => ({
    content_type: 'assignment',
    content: { instructions: 'Do it', submission_kinds: ['text', 'url', 'file'], max_files: 2, ...content },
  });
  const submit = (browser: Browser, lesson: Row, submission: object) => report(browser, lesson, { event: 'assignment_submitted', submission });
  const upload = async (
    course: { id: string },
    { id: uploaded_by }: { id: string },
    fields: Partial<{ purpose: 'document'; file_name: string; status: 'pending' | 'rejected'; expires_at: string }> = {},
  ) => {
    const id = newId();
    const row = { purpose: 'submission' as const, file_name: 'essay.PDF', status: 'ready' as const, uploaded_by, ...fields };
    await app.database.db
      .insertInto('storage_objects')
      .values({
        organisation_id: school.organisation.id,
        id,
        course_id: course.id,
        storage_key: `submissions/${id}`,
        content_type: 'application/pdf',
        size_bytes: 5,
        ...row,
      })
      .execute();
    return id;
  };

  test('is completed by the first submission, numbers later submissions and ignores an identical one', async () => {
    const { course, lessons, browser, learner } = await learnerWith([assignment({ allowed_file_extensions: ['pdf'], sample_solution: 'The solution' })]);
    const [work] = lessons;
    expect((await open(browser, work)).text).not.toContain('The solution');
    const files = [await upload(course, learner), await upload(course, learner)];
    const first = await expectStatus(200, submit(browser, work, { text: 'Mine', upload_ids: files }));
    expect(first.body).toMatchObject({
      state: 'completed',
      submissions: [{ number: 1, text: 'Mine', url: null, is_late: false, submitted_at: time(), files: files.map((id) => ({ id, file_name: 'essay.PDF' })) }],
    });
    app.clock.advance(MINUTE_MS);
    expect((await expectStatus(200, submit(browser, work, { text: 'Mine', upload_ids: files }))).body.submissions).toHaveLength(1);
    const second = await expectStatus(200, submit(browser, work, { url: 'https://example.org/work', upload_ids: files.toReversed() }));
    expect(second.body.submissions).toMatchObject([{ number: 2, url: 'https://example.org/work', files: [{ id: files[1] }, { id: files[0] }] }, { number: 1 }]);
    expect(second.text).not.toContain('The solution');
    const both = await Promise.all(['A', 'B'].map((text) => submit(browser, work, { text })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await progressIn(browser, work)).body.submissions.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
  });

  test('makes room for further uploads when files are submitted', async () => {
    const { course, lessons, browser, learner } = await learnerWith([assignment()]);
    const announce = () =>
      browser.call('post', `courses/${course.id}/uploads/`, {
        purpose: 'submission',
        file_name: 'essay.pdf',
        content_type: 'application/pdf',
        size_bytes: 5,
      });
    const files = [];
    for (let count = 0; count < 2; count++) files.push(await upload(course, learner));
    await app.database.pool.query(
      `insert into storage_objects (organisation_id, id, course_id, purpose, storage_key, file_name, content_type, size_bytes, status, uploaded_by)
       select organisation_id, gen_random_uuid(), course_id, purpose, 'submissions/' || gen_random_uuid(), file_name, content_type, size_bytes, status, uploaded_by
       from storage_objects cross join generate_series(3, 50) where id = $1`,
      [files[0]],
    );
    expect(await announce()).toMatchObject({ status: 409, body: { code: 'upload_limit' } });
    await expectStatus(200, submit(browser, lessons[0], { upload_ids: files }));
    await expectStatus(201, announce());
    await expectStatus(201, announce());
    await expectStatus(409, announce());
  });

  test('accepts only the kinds, the number and the file extensions that it allows', async () => {
    const { course, lessons, browser, learner } = await learnerWith([
      assignment({ submission_kinds: ['file'], max_files: 1, allowed_file_extensions: ['pdf'] }),
      assignment({ submission_kinds: ['text'], max_files: 1 }),
    ]);
    const [one, two] = [await upload(course, learner), await upload(course, learner, { file_name: 'essay' })];
    expect(await faultsOf(submit(browser, lessons[0], { text: 'x', url: 'https://example.org/' }))).toEqual([
      'submission.text not_allowed',
      'submission.url not_allowed',
    ]);
    expect(await faultsOf(submit(browser, lessons[0], { upload_ids: [one, two] }))).toEqual(['submission.upload_ids too_many']);
    expect(await faultsOf(submit(browser, lessons[0], { upload_ids: [one, one.toUpperCase()] }))).toEqual([
      'submission.upload_ids too_many',
      'submission.upload_ids.1 duplicate',
    ]);
    expect(await faultsOf(submit(browser, lessons[0], { upload_ids: [two] }))).toEqual(['submission.upload_ids.0 not_allowed']);
    expect(await faultsOf(submit(browser, lessons[1], { upload_ids: [one] }))).toEqual(['submission.upload_ids not_allowed']);
    expect((await progressIn(browser, lessons[0])).body).toMatchObject({ state: 'not_started', submissions: [] });
  });

  test("accepts only the learner's own finished uploads for submissions in the course", async () => {
    const { course, lessons, browser, learner } = await learnerWith([assignment()]);
    const other = await newLearner(app, school.organisation.id, course.id);
    const wrong = [
      await upload(course, learner, { status: 'rejected' }),
      await upload(course, learner, { status: 'pending', expires_at: time(3600_000) }),
      await upload(course, learner, { purpose: 'document' }),
      await upload(course, other),
      await upload({ id: school.courseId }, learner),
      newId(),
    ];
    for (const id of wrong) expect(await faultsOf(submit(browser, lessons[0], { upload_ids: [id] }))).toEqual(['submission.upload_ids.0 unknown']);
  });

  test('marks submissions after the due time, which includes its whole minute, as late', async () => {
    const day = (offset: number) => new Date(app.clock.now() + offset * DAY_MS).toISOString().slice(0, 10);
    const due = { kind: 'date', date: day(1), time: '12:00' };
    const lessons = await newLessons([assignment({ due }), assignment({ due: { kind: 'relative', days: 1 } })]);
    const { browser } = await newEnrolled(app, school, shared.course.id);
    const late = async (lesson: Row, text: string) => (await expectStatus(200, submit(browser, lesson, { text }))).body.submissions[0].is_late;
    const moveTo = (moment: string) => app.clock.advance(Date.parse(moment) - app.clock.now());
    expect([await late(lessons[0], 'a'), await late(lessons[1], 'a')]).toEqual([false, false]);
    moveTo(`${due.date}T12:00:59.999Z`);
    expect(await late(lessons[0], 'b')).toBe(false);
    app.clock.advance(1);
    expect([await late(lessons[0], 'c'), await late(lessons[1], 'c')]).toEqual([true, false]);
    moveTo(`${due.date}T23:59:59.999Z`);
    expect(await late(lessons[1], 'd')).toBe(false);
    app.clock.advance(1);
    expect(await late(lessons[1], 'e')).toBe(true);
  });
});

test('a learner whose enrollment is revoked can open a free preview but cannot complete any lesson', async () => {
  const { course, lessons, learner, browser } = await learnerWith([{ ...EMBED, is_free_preview: true }, EMBED]);
  await app.database.pool.query('update enrollments set revoked_at = now() where id = $1', [learner.enrollmentId]);
  expect((await open(browser, lessons[0])).body).toMatchObject({ lock_reason: null, state: 'not_started' });
  for (const lesson of lessons) expect((await expectStatus(403, report(browser, lesson, { event: 'opened' }))).body).toMatchObject({ lock_reason: 'expired' });
  expect((await browser.call('get', `me/courses/${course.id}/progress/`)).body).toMatchObject({
    percent: 0,
    next_lesson: null,
    enrollment: { state: 'revoked' },
  });
});

test('staff can report progress without locks, but only in courses in which they are enrolled', async () => {
  const own = await newCourse();
  const lessons = await newLessons([{ ...EMBED, opens_day_offset: 9 }], own);
  expect(await refusalOf(report(school.browser, lessons[0], { event: 'opened' }))).toEqual([403, 'not_enrolled']);
  await expectStatus(201, school.browser.call('post', `courses/${own.course.id}/enroll/`, {}));
  expect((await expectStatus(200, report(school.browser, lessons[0], { event: 'opened' }))).body).toMatchObject({
    state: 'completed',
    lock_reason: null,
    course_percent: 100,
  });
});

test('the next lesson is the first one that is open and not completed', async () => {
  const own = await newCourse();
  const lessons = await newLessons([EMBED, { ...EMBED, opens_day_offset: 1 }, { content: { body: 'Text' } }], own);
  const { browser } = await newEnrolled(app, school, own.course.id);
  const next = async () => (await expectStatus(200, browser.call('get', `me/courses/${own.course.id}/progress/`))).body.next_lesson?.lesson_id ?? null;
  expect(await next()).toBe(lessons[0].id);
  await start(browser, lessons[0]);
  expect(await next()).toBe(lessons[2].id);
  app.clock.advance(DAY_MS);
  expect(await next()).toBe(lessons[1].id);
});

test('a course whose last incomplete lesson is unpublished is completed when the learner next accesses it', async () => {
  const { course, lessons, browser } = await courseWith([EMBED, EMBED]);
  await start(browser, lessons[0]);
  await app.database.pool.query('update lessons set is_published = false where id = $1', [lessons[1].id]);
  expect((await expectStatus(200, browser.call('post', `me/courses/${course.id}/access/`))).body).toMatchObject({ state: 'completed', percent: 100 });
});

test("streaks count consecutive days in the user's time zone and end after a whole day without learning", async () => {
  const { learner, browser } = await learnerWith([]);
  await expectStatus(200, browser.call('patch', 'me/', { timezone: 'Pacific/Auckland' }));
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(app.clock.now());
  const day = (offset: number) => new Date(Date.parse(today) + offset * DAY_MS).toISOString().slice(0, 10);
  const learn = (offset: number) =>
    app.database.db
      .insertInto('learning_days')
      .values({ organisation_id: school.organisation.id, user_id: learner.id, day: day(offset), seconds_spent: 60, completed_lessons: 2 })
      .execute();
  const engagement = async (query = '') => (await expectStatus(200, browser.call('get', `me/engagement/${query}`))).body;
  expect(await engagement('?days=2')).toEqual({
    current_streak_days: 0,
    longest_streak_days: 0,
    total_seconds: 0,
    completed_lessons: 0,
    completed_courses: 0,
    days: [-1, 0].map((offset) => ({ date: day(offset), seconds_spent: 0, completed_lessons: 0 })),
  });
  for (const offset of [-9, -8, -7, -6, -3, -2, -1]) await learn(offset);
  expect(await engagement()).toMatchObject({ current_streak_days: 3, longest_streak_days: 4, total_seconds: 420, completed_lessons: 14 });
  await learn(0);
  const { days, ...rest } = await engagement('?days=3');
  expect(rest).toMatchObject({ current_streak_days: 4, longest_streak_days: 4 });
  expect(days.map((one: { date: string; seconds_spent: number }) => [one.date, one.seconds_spent])).toEqual([-2, -1, 0].map((offset) => [day(offset), 60]));
  app.clock.advance(2 * DAY_MS);
  expect(await engagement()).toMatchObject({ current_streak_days: 0, longest_streak_days: 4 });
});

test("a day of learning is recorded in the user's time zone", async () => {
  const { lessons, browser, learner } = await learnerWith([EMBED]);
  await expectStatus(200, browser.call('patch', 'me/', { timezone: 'Pacific/Kiritimati' }));
  await start(browser, lessons[0]);
  const { rows } = await app.database.pool.query('select day from learning_days where user_id = $1', [learner.id]);
  expect(rows).toEqual([{ day: new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(app.clock.now()) }]);
});

test("the QA helper deletes the caller's own progress in a lesson, and calling it again succeeds", async () => {
  const { course, lessons, browser } = await learnerWith([
    EMBED,
    { content_type: 'quiz', content: { questions: [{ type: 'true_false', prompt: '?', correct: true }] } },
  ]);
  const [embed, quiz] = lessons;
  await start(browser, embed);
  await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  const forget = (lesson: { id: string }) => browser.call('delete', `qa/me/lesson-attempts/?lesson_id=${lesson.id}`);
  for (const lesson of [embed, quiz, quiz]) await expectStatus(204, forget(lesson));
  expect((await progressIn(browser, quiz)).body).toMatchObject({ state: 'not_started', attempts: [], first_opened_at: null });
  expect((await browser.call('get', `me/courses/${course.id}/progress/`)).body).toMatchObject({ percent: 0, enrollment: { completed_at: null } });
  expect(await refusalOf(forget(await school.newLesson(EMBED)))).toEqual([404, 'not_found']);
  expect(await refusalOf(forget({ id: newId() }))).toEqual([404, 'not_found']);
  const visitor = await newVisitor(app, school);
  expect(await refusalOf(visitor.browser.call('delete', `qa/me/lesson-attempts/?lesson_id=${embed.id}`))).toEqual([403, 'no_organisation']);
});
