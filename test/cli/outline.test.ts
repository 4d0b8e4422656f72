import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CourseFolder, fieldsOf, lessonText, numbered, readFolder, write, yaml } from '../../scripts/cli/outline/files.ts';
import { type Agent, agent, type Schemas } from '../../scripts/sdk/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { connectMcp } from '../support/mcp.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { countOf } from '../support/sample.ts';
import { lms, type Ran } from './support.ts';

let app: TestApp;
let organisation: TestOrganisation;
let client: Agent;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organisation = await newOrganisation(app);
  client = agent(organisation.secret, { url: app.url });
  folder = await mkdtemp(join(tmpdir(), 'lms-outline-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const outline = (...args: string[]): Promise<Ran> => lms(['outline', ...args], { LMS_API_KEY: organisation.secret, LMS_URL: app.url });
const push = async (...args: string[]) => {
  const { out, err, code } = await outline('push', folder, '--json', ...args);
  expect(err).toBe('');
  return { code, ...JSON.parse(out) };
};
const edit = async (path: string, from: string, to: string): Promise<void> => {
  const text = await readFile(join(folder, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, path), text.replace(from, to));
};

/** Chapters with lessons of each kind that files tell apart. */
function course(chapters: number, lessons: number): CourseFolder {
  const lesson = (chapter: number, at: number): Record<string, unknown> => {
    const common = { title: `Lesson ${chapter}.${at}`, is_published: at % 2 === 0 };
    if (at % 5 === 0)
      return {
        ...common,
        content_type: 'quiz',
        content: { questions: [{ type: 'true_false', prompt: `Is this ${chapter}?`, correct: true }], max_attempts: 2 },
      };
    if (at % 5 === 1)
      return {
        ...common,
        content_type: 'assignment',
        content: { instructions: `Write ${at} lines.\n\n---\n\nThen stop.`, submission_kinds: ['text'], sample_solution: 'a\nb' },
      };
    return {
      ...common,
      content_type: 'lesson',
      is_free_preview: at === 2,
      content: { format: 'markdown', body: `\n# ${at}\n\ntitle: *not* front matter\n---\n` },
    };
  };
  return {
    course: { title: 'A long course', description: 'By many hands', level: 'beginner', language: 'en' },
    chapters: Array.from({ length: chapters }, (_, index) => ({
      path: numbered(index, `Chapter ${index + 1}`),
      fields: { title: `Chapter ${index + 1}`, is_published: true },
      lessons: Array.from({ length: lessons }, (_, at) => {
        const fields = lesson(index + 1, at + 1);
        return {
          path: `${numbered(index, `Chapter ${index + 1}`)}/${numbered(at, String(fields.title))}${fields.content_type === 'quiz' ? '.json' : '.md'}`,
          fields,
        };
      }),
    })),
  };
}

async function save({ course: fields, chapters }: CourseFolder): Promise<void> {
  await write(folder, 'course.yaml', yaml(fields));
  for (const chapter of chapters) {
    await write(folder, `${chapter.path}/chapter.yaml`, yaml(chapter.fields));
    for (const { path, fields: lesson } of chapter.lessons) await write(folder, path, lessonText(lesson));
  }
}

/** The course as the service has it, without ids and times. */
async function built(courseId: string) {
  const chapters: { fields: object; lessons: Schemas['Lesson'][] }[] = [];
  const places = { params: { path: { course_pk: courseId } } };
  for await (const chapter of client.list('/courses/{course_pk}/chapters/', places)) {
    const path = { course_pk: courseId, chapter_pk: chapter.id };
    const lessons: Schemas['Lesson'][] = [];
    for await (const { id } of client.list('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', { params: { path } }))
      lessons.push(await client.get('/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/', { params: { path: { ...path, id } } }));
    chapters.push({ fields: fieldsOf.chapter(chapter), lessons });
  }
  return { course: fieldsOf.course(await client.get('/courses/{id}/', { params: { path: { id: courseId } } })), chapters };
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (/^(id|course_id|chapter_id|created_at|updated_at)$/.test(name) ? undefined : member)));

const lessonsOf = async (courseId: string): Promise<Schemas['Lesson'][]> => (await built(courseId)).chapters.flatMap(({ lessons }) => lessons);

/** Makes a course as a language model does. Returns its ID. */
async function madeByTools({ course: fields, chapters }: CourseFolder): Promise<string> {
  const { use, close } = await connectMcp(app, organisation.secret);
  const make = async (tool: string, input: object): Promise<string> => {
    const { isError, body } = await use(tool, { ...input });
    expect([tool, isError]).toEqual([tool, false]);
    return body.id;
  };
  const course_id = await make('createAgentCourse', { body: fields });
  for (const chapter of chapters) {
    const chapter_id = await make('createAgentChapter', { course_id, body: chapter.fields });
    for (const lesson of chapter.lessons) await make('createAgentLesson', { course_id, chapter_id, body: lesson.fields });
  }
  await close();
  return course_id;
}

test('a course of many lessons is the same made by the client, by tools of a language model and by a push, and a second push sends nothing', async () => {
  const [chapters, lessons] = [countOf(10, 3), countOf(10, 8)];
  const source = course(chapters, lessons);
  const { id } = await client.post('/courses/', { body: source.course as Schemas['CourseWrite'] });
  for (const { fields, lessons } of source.chapters) {
    const chapter = await client.post('/courses/{course_pk}/chapters/', { params: { path: { course_pk: id } }, body: fields as Schemas['ChapterWrite'] });
    for (const lesson of lessons)
      await client.post('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
        params: { path: { course_pk: id, chapter_pk: chapter.id } },
        body: lesson.fields as Schemas['LessonWrite'],
      });
  }
  const byTools = await madeByTools(source);
  await save(source);
  expect(await readFolder(folder)).toEqual(source);
  const first = await push();
  expect(first).toMatchObject({ code: 0, changed: [], conflicts: [], there: [], left: [] });
  expect(first.made).toHaveLength(1 + chapters + chapters * lessons);
  const made = await built(first.courseId);
  expect(made.chapters.flatMap((chapter) => chapter.lessons)).toHaveLength(chapters * lessons);
  expect(withoutIds(made)).toEqual(withoutIds(await built(id)));
  expect(withoutIds(made)).toEqual(withoutIds(await built(byTools)));

  const audited = () =>
    app.database.db
      .selectFrom('audit_log')
      .where('organisation_id', '=', organisation.id)
      .select((row) => row.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
  const before = await audited();
  expect(await push()).toMatchObject({ code: 0, made: [], changed: [], moved: [], deleted: [], conflicts: [], there: [] });
  expect(await built(first.courseId)).toEqual(made);
  expect(await audited()).toEqual(before);
  expect(await outline('diff', folder)).toEqual({ code: 0, out: '', err: '' });
});

test('a pull writes a course into an empty folder, from which nothing differs', async () => {
  await save(course(2, 5));
  const { courseId } = await push();
  const other = join(folder, 'copy');
  expect(await outline('pull', courseId, other)).toMatchObject({ code: 0 });
  const copy = await readFolder(other);
  expect(copy.chapters.map(({ lessons }) => lessons.map(({ path }) => path))).toEqual(
    course(2, 5).chapters.map(({ lessons }) => lessons.map(({ path }) => path)),
  );
  expect(await outline('diff', other)).toMatchObject({ code: 0, out: '' });
  expect(JSON.parse((await outline('push', other, '--json')).out)).toMatchObject({ made: [], changed: [], moved: [] });
});

describe('after a teacher has edited', () => {
  const FIRST = '01-chapter-1/02-lesson-1-2.md';
  const SECOND = '01-chapter-1/03-lesson-1-3.md';
  let courseId: string;
  let lessons: Schemas['Lesson'][];
  beforeEach(async () => {
    await save(course(1, 4));
    ({ courseId } = await push());
    lessons = await lessonsOf(courseId);
  });
  const lessonAt = (index: number): Schemas['Lesson'] => lessons[index] as Schemas['Lesson'];

  test('another field, a push sends its own field and keeps that of the teacher, which a pull then fetches', async () => {
    await client.updateLesson(lessonAt(1), { title: 'By the teacher' });
    await edit(FIRST, '# 2', '# Two');
    expect(await push()).toMatchObject({ code: 0, changed: [FIRST], there: [FIRST], conflicts: [] });
    const [, now] = await lessonsOf(courseId);
    expect(now).toMatchObject({ title: 'By the teacher', content: { body: expect.stringContaining('# Two') } });
    expect(await push()).toMatchObject({ code: 0, changed: [], there: [FIRST] });
    expect(await outline('pull', folder)).toMatchObject({ code: 0, out: expect.stringContaining(`< ${FIRST}`) });
    expect(await readFile(join(folder, FIRST), 'utf8')).toMatch(/title: By the teacher[\s\S]*# Two/);
    expect(await outline('diff', folder)).toMatchObject({ code: 0, out: '' });
    expect(await push()).toMatchObject({ changed: [], there: [] });
  });

  test('the same field, nothing is written, the difference is shown, and pull --force takes what the teacher wrote', async () => {
    await client.updateLesson(lessonAt(1), { content: { format: 'markdown', body: 'By the teacher' } });
    await edit(FIRST, '# 2', '# Two');
    await edit(SECOND, '# 3', '# Three');
    const pushed = await outline('push', folder);
    expect(pushed.code).toBe(1);
    expect(pushed.out).toContain(`conflict: ${FIRST}`);
    expect(pushed.out).toMatch(/^-By the teacher$[\s\S]*^\+# Two$/m);
    expect(pushed.out).toContain(`~ ${SECOND}`);
    const now = await lessonsOf(courseId);
    expect(now[1]?.content).toMatchObject({ body: 'By the teacher' });
    expect(now[2]?.content).toMatchObject({ body: expect.stringContaining('# Three') });
    expect((await outline('pull', folder)).code).toBe(1);
    expect(await readFile(join(folder, FIRST), 'utf8')).toContain('# Two');
    expect((await outline('pull', folder, '--force')).code).toBe(0);
    expect(await readFile(join(folder, FIRST), 'utf8')).toContain('By the teacher');
    expect(await push()).toMatchObject({ code: 0, changed: [], conflicts: [] });
  });

  test('the same field, a file that was merged by hand is sent once it is marked as merged, unless the teacher has changed the lesson again', async () => {
    const file = join(folder, FIRST);
    await client.updateLesson(lessonAt(1), { content: { format: 'markdown', body: 'By the teacher' } });
    expect(await outline('resolve', file)).toMatchObject({ code: 2, err: expect.stringContaining('has no conflict') });
    await edit(FIRST, '# 2', '# Two, and by the teacher');
    expect((await outline('push', folder)).out).toContain('lms outline resolve');
    await client.updateLesson(lessonAt(1), { content: { format: 'markdown', body: 'By the teacher, again' } });
    expect((await outline('resolve', file)).code).toBe(0);
    expect(await push()).toMatchObject({ code: 1, conflicts: [{ path: FIRST }] });
    expect(await outline('push', '--force', file)).toMatchObject({ code: 0, out: expect.stringContaining(`~ ${FIRST}`) });
    expect((await lessonsOf(courseId))[1]?.content).toMatchObject({ body: expect.stringContaining('# Two, and by the teacher') });
    expect(await push()).toMatchObject({ code: 0, changed: [], conflicts: [] });
  });

  test('a lesson without a file, it is not even deleted with --delete', async () => {
    await client.updateLesson(lessonAt(1), { title: 'By the teacher' });
    for (const path of [FIRST, SECOND]) await rm(join(folder, path));
    expect(await push()).toMatchObject({ deleted: [], left: [FIRST, SECOND] });
    expect(await push('--delete')).toMatchObject({ deleted: [SECOND], left: [FIRST] });
    expect((await lessonsOf(courseId)).map(({ title }) => title)).toEqual(['Lesson 1.1', 'By the teacher', 'Lesson 1.4']);
  });

  test('a new lesson is kept by a push and written by a pull, in its place', async () => {
    await client.post('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
      params: { path: { course_pk: courseId, chapter_pk: lessonAt(0).chapter_id } },
      body: { title: 'New', position: 2, content: { body: 'Hello' } },
    });
    expect(await push()).toMatchObject({ changed: [], there: ['01-chapter-1/ “New”'] });
    expect((await outline('pull', folder)).code).toBe(0);
    expect((await readdir(join(folder, '01-chapter-1'))).sort()).toEqual([
      '01-lesson-1-1.md',
      '02-new.md',
      '03-lesson-1-2.md',
      '04-lesson-1-3.md',
      '05-lesson-1-4.md',
      'chapter.yaml',
    ]);
    expect(await outline('diff', folder)).toMatchObject({ code: 0, out: '' });
  });

  test('a lesson that was deleted there is not made again', async () => {
    await client.delete('/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/', {
      params: { path: { course_pk: courseId, chapter_pk: lessonAt(1).chapter_id, id: lessonAt(1).id } },
    });
    expect(await push()).toMatchObject({ code: 1, made: [], conflicts: [{ path: FIRST, there: '' }] });
    expect((await outline('pull', folder)).out).toContain(`- ${FIRST}`);
    expect(await push()).toMatchObject({ code: 0, conflicts: [] });
  });

  test('lessons that were renumbered in the folder move, and are the same lessons', async () => {
    await rename(join(folder, '01-chapter-1/01-lesson-1-1.md'), join(folder, '01-chapter-1/09-lesson-1-1.md'));
    await write(folder, '01-chapter-1/05-new.md', '---\ntitle: New\n---\nHello\n');
    expect(await push()).toMatchObject({ code: 0, made: ['01-chapter-1/05-new.md'], deleted: [], left: [] });
    const now = await lessonsOf(courseId);
    expect(now.map(({ title }) => title)).toEqual(['Lesson 1.2', 'Lesson 1.3', 'Lesson 1.4', 'New', 'Lesson 1.1']);
    expect(now.at(-1)?.id).toBe(lessonAt(0).id);
    expect(await push()).toMatchObject({ made: [], changed: [], moved: [], there: [] });
  });
});

test('a push that was interrupted makes nothing twice', async () => {
  await save(course(1, 3));
  await outline('push', folder);
  const lock = JSON.parse(await readFile(join(folder, 'lms.lock.json'), 'utf8'));
  // As if the last response had been lost.
  delete lock.chapters['01-chapter-1'].lessons['01-chapter-1/03-lesson-1-3.md'];
  await writeFile(join(folder, 'lms.lock.json'), JSON.stringify({ ...lock, serial: 0 }));
  const { courseId } = await push();
  expect(await lessonsOf(courseId)).toHaveLength(3);
});

test('a file that is no lesson is refused with its name before anything is sent', async () => {
  await save(course(1, 1));
  await write(folder, '01-chapter-1/02-bad.md', 'no front matter');
  expect(await outline('push', folder)).toMatchObject({
    code: 2,
    err: 'error: 01-chapter-1/02-bad.md: a lesson must start with front matter between two --- lines\n',
  });
  expect((await client.get('/courses/')).count).toBe(0);
});
