/** @smoke */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { Failure } from '../../scripts/cli/command.ts';
import { type ImportOptions, importCourse, type Report } from '../../scripts/cli/import/import-course.ts';
import { type Chapter, type Item, type Outline, readOutline } from '../../scripts/cli/import/outline-file.ts';
import { progressOn, type Step } from '../../scripts/cli/progress.ts';
import { agent, type ConnectOptions, type Fetch, type Retry, type Schemas } from '../../scripts/sdk/index.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { sharedData, testWithSharedData } from '../support/shared-data.ts';

takesAtMost(120);

type Lesson = Schemas['Lesson'];
type Course = Schemas['Course'];
type BuiltChapter = Schemas['Chapter'] & { lessons: Lesson[] };

const SMALL = fileURLToPath(new URL('../fixtures/outline.json', import.meta.url));
const UNIX_SHELL = 'fixtures/courses/unix-shell.json';
const MAIN = fileURLToPath(new URL('../../scripts/cli/main.ts', import.meta.url));
/** One course, three chapters and eight items. */
const SMALL_SIZE = 12;

let app: TestApp;
let organisation: TestOrganisation;
let outline: Outline;

beforeAll(async () => {
  app = await startTestApp();
  outline = await readOutline(SMALL);
});
afterAll(() => app.close());
beforeEach(async () => {
  organisation = await newOrganisation(app);
});

/** Imports without actually waiting. */
const run = (
  source: Outline,
  { options, fetch, ...retry }: Partial<Retry> & Pick<ConnectOptions, 'fetch'> & { options?: ImportOptions } = {},
): Promise<Report> =>
  importCourse(agent(organisation.secret, { url: app.url, retry: { sleep: async () => {}, ...retry }, ...(fetch ? { fetch } : {}) }), source, options);

const overTheWire: Fetch = (request) => fetch(request);

async function listed<T>(owner: TestOrganisation, path: string): Promise<T[]> {
  const { body } = await owner.call('get', `${path}?page_size=200`);
  expect(body.next).toBeNull();
  return body.results;
}

/** Returns all courses of the organisation with everything in them, as the API returns them. */
async function everything(owner = organisation): Promise<{ courses: Course[]; chapters: BuiltChapter[] }> {
  const courses = await listed<Course>(owner, 'courses/');
  const chapters: BuiltChapter[] = [];
  for (const course of courses) {
    for (const chapter of await listed<BuiltChapter>(owner, `courses/${course.id}/chapters/`)) {
      const path = `courses/${course.id}/chapters/${chapter.id}/lessons/`;
      const summaries = await listed<Lesson>(owner, path);
      const lessons = await Promise.all(summaries.map(async ({ id }) => (await owner.call('get', `${path}${id}/`)).body));
      chapters.push({ ...chapter, lessons });
    }
  }
  return { courses, chapters };
}

/** Converts the responses of the API back to an outline. */
const asOutlineChapters = (chapters: BuiltChapter[]) =>
  chapters.map(({ title, lessons }) => ({
    title,
    items: lessons.map((lesson) => {
      const content = lesson.content as { body?: string; instructions?: string; sample_solution?: string | null };
      return lesson.content_type === 'assignment'
        ? { kind: 'exercise', title: lesson.title, markdown: content.instructions, solution: content.sample_solution }
        : { kind: 'text', title: lesson.title, markdown: content.body };
    }),
  }));

const expectedChapters = ({ chapters }: Outline) =>
  chapters.map(({ title, items }) => ({
    title,
    items: items.map((item) => (item.kind === 'exercise' ? { ...item, solution: item.solution ?? null } : item)),
  }));

describe('importing an outline', () => {
  test('creates every chapter and lesson in the order and with the text of the file', async () => {
    const report = await run(outline);
    const { courses, chapters } = await everything();
    expect(report).toMatchObject({ made: SMALL_SIZE, alreadyThere: 0 });
    expect(courses.map(({ id }) => id)).toEqual([report.course.id]);
    expect(asOutlineChapters(chapters)).toEqual(expectedChapters(outline));
    expect(chapters.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(chapters.map(({ lessons }) => lessons.map(({ position }) => position))).toEqual([[1, 2, 3], [1], [1, 2, 3, 4]]);
  });

  test('adds the author and the licence to the description, with a link to the licence', async () => {
    const { course } = await run(outline);
    expect(course.description).toBe(
      'Written for the tests of the Learning Management Service\n\nLicence: [CC-BY-SA-4.0](https://creativecommons.org/licenses/by-sa/4.0/)',
    );
    const { course: other } = await run({ ...outline, licence: 'MIT' });
    expect(other.description).toContain('Licence: MIT');
  });

  test('uses the title and language of the outline and adds up its minutes', async () => {
    const { course } = await run(outline);
    expect(course).toMatchObject({ title: outline.title, language: 'en', estimated_duration_minutes: 60 });
  });

  test('leaves the course a draft by default and publishes it on request, even if it existed before', async () => {
    expect((await run(outline)).course.status).toBe('draft');
    expect(await run(outline, { options: { publish: true } })).toMatchObject({ made: 0, course: { status: 'published' } });
    const { courses, chapters } = await everything();
    expect(courses).toMatchObject([{ status: 'published' }]);
    expect(chapters.flatMap(({ lessons, ...chapter }) => [chapter, ...lessons]).every((part) => part.is_published)).toBe(true);
  });

  test('publishes the course only when it is complete', async () => {
    const statuses: (string | undefined)[] = [];
    const fetch: Fetch = async (request) => {
      if (request.method === 'POST') statuses.push((await listed<Course>(organisation, 'courses/'))[0]?.status);
      return overTheWire(request);
    };
    await run(outline, { fetch, options: { publish: true } });
    expect(statuses).toEqual([undefined, ...Array(SMALL_SIZE - 1).fill('draft')]);
  });

  test('reports each step up to the last one', async () => {
    const steps: Step[] = [];
    await run(outline, { options: { onStep: (step) => steps.push(step) } });
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: SMALL_SIZE }, (_, index) => index + 1));
    expect(steps.at(-1)).toEqual({ done: SMALL_SIZE, total: SMALL_SIZE, chapter: 3, title: 'Baking' });
  });
});

describe('importing again', () => {
  test('creates nothing and leaves the same course, chapters and lessons unchanged', async () => {
    const first = await run(outline, { options: { publish: true } });
    const before = await everything();
    const second = await run(outline, { options: { publish: true } });
    expect(second).toEqual({ course: first.course, made: 0, alreadyThere: SMALL_SIZE });
    expect(await everything()).toEqual(before);
  });

  test.each(Array.from({ length: SMALL_SIZE - 1 }, (_, index) => index + 1))(
    'continues without duplicates after being interrupted when %i of 12 requests had succeeded',
    async (answered) => {
      let requests = 0;
      const cutOff: Fetch = (request) => (requests++ < answered ? overTheWire(request) : Promise.reject(new TypeError('fetch failed')));
      await expect(run(outline, { fetch: cutOff })).rejects.toThrow(`lost the connection to ${app.url} (fetch failed)`);
      expect(await run(outline)).toMatchObject({ made: SMALL_SIZE - answered, alreadyThere: answered });
      const { courses, chapters } = await everything();
      expect(courses).toHaveLength(1);
      expect(asOutlineChapters(chapters)).toEqual(expectedChapters(outline));
    },
  );

  test('creates a course again, only once, if it was deleted in the meantime', async () => {
    const { course } = await run(outline);
    await organisation.call('delete', `courses/${course.id}/`).expect(204);
    const second = await run(outline);
    expect(second).toMatchObject({ made: SMALL_SIZE, alreadyThere: 0 });
    expect(await run(outline)).toMatchObject({ made: 0, alreadyThere: SMALL_SIZE, course: { id: second.course.id } });
    const { courses, chapters } = await everything();
    expect(courses).toHaveLength(1);
    expect(asOutlineChapters(chapters)).toEqual(expectedChapters(outline));
  });

  test('creates another course if the outline has changed', async () => {
    await run(outline);
    expect(await run({ ...outline, title: 'Bread, second edition' })).toMatchObject({ made: SMALL_SIZE, alreadyThere: 0 });
    expect((await everything()).courses).toHaveLength(2);
  });
});

describe('a server that is temporarily unavailable', () => {
  test('gets no request before Retry-After has passed, and the import still finishes', async () => {
    const limited = await startTestApp((services) => ({
      ...services,
      limits: new MemoryWindow(services.ports.clock),
      settings: { ...services.settings, agentQuota: { limit: 5, windowSeconds: 60 } },
    }));
    const owner = await newOrganisation(limited);
    const asked: number[] = [];
    const slept: number[] = [];
    const noting: Fetch = async (request) => {
      limited.clock.advance(700);
      const answer = await overTheWire(request);
      if (answer.status === 429) asked.push(Number(answer.headers.get('Retry-After')));
      return answer;
    };
    const sleep = async (seconds: number) => {
      slept.push(seconds);
      limited.clock.advance(seconds * 1000);
    };
    try {
      expect(await importCourse(agent(owner.secret, { url: limited.url, fetch: noting, retry: { sleep } }), outline)).toMatchObject({
        made: SMALL_SIZE,
        alreadyThere: 0,
      });
      expect(slept.length).toBeGreaterThanOrEqual(2);
      expect(slept).toEqual(asked);
      expect(slept.every((seconds) => seconds >= 1 && seconds <= 60)).toBe(true);
      limited.clock.advance(60_000);
      const [course] = await listed<Course>(owner, 'courses/');
      expect(await listed<BuiltChapter>(owner, `courses/${course?.id}/chapters/`)).toMatchObject([
        { lesson_count: 3 },
        { lesson_count: 1 },
        { lesson_count: 4 },
      ]);
    } finally {
      await limited.close();
    }
  });

  const reset = () => new TypeError('fetch failed', { cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }) });
  const cutBody = () => new ReadableStream({ pull: (controller) => controller.error(reset()) });

  test.each<[string, (answer: Response) => Response]>([
    [
      'lost',
      () => {
        throw reset();
      },
    ],
    ['cut off in the middle of its body', (answer) => new Response(cutBody(), answer)],
  ])('creates everything exactly once even if the first response to every request is %s', async (_name, spoil) => {
    const seen = new Set<string | null>();
    const lossy: Fetch = async (request) => {
      const key = request.headers.get('Idempotency-Key');
      const answer = await overTheWire(request);
      const good = seen.size === 0 || seen.has(key) || request.method !== 'POST';
      seen.add(key);
      return good ? answer : spoil(answer);
    };
    const waits: string[] = [];
    await run(outline, { fetch: lossy, onWait: (seconds, reason) => waits.push(`${seconds} s: ${reason}`) });
    const { courses, chapters } = await everything();
    expect(courses).toHaveLength(1);
    expect(asOutlineChapters(chapters)).toEqual(expectedChapters(outline));
    expect(waits).toEqual(Array(SMALL_SIZE - 1).fill('1 s: the connection failed (ECONNRESET)'));
  });
});

describe('an invalid outline', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lms-outline-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const chapter = { title: 'One', teaching_minutes: 1, exercise_minutes: 0, items: [{ kind: 'text', title: 'A', markdown: 'a' }] };
  const whole = { title: 'T', language: 'en', licence: 'CC0-1.0', attribution: 'Me', chapters: [chapter, chapter] };
  const withItem = (item: unknown) => ({ ...whole, chapters: [chapter, { ...chapter, items: [chapter.items[0], item] }] });

  test.each([
    ['a list', [whole], 'the outline must be an object'],
    ['a missing attribution', { ...whole, attribution: undefined }, 'attribution must be non-blank text'],
    ['a blank title', { ...whole, title: ' \n' }, 'title must be non-blank text'],
    ['chapters that are not a list', { ...whole, chapters: {} }, 'chapters must be a list'],
    ['a chapter that is null', { ...whole, chapters: [chapter, null] }, 'chapters.1 must be an object'],
    ['half minutes', { ...whole, chapters: [{ ...chapter, teaching_minutes: 2.5 }] }, 'chapters.0.teaching_minutes must be a whole number of at least 0'],
    ['negative minutes', { ...whole, chapters: [{ ...chapter, exercise_minutes: -1 }] }, 'chapters.0.exercise_minutes must be a whole number of at least 0'],
    ['an unknown kind', withItem({ kind: 'quiz', title: 'B', markdown: 'b' }), 'chapters.1.items.1.kind must be text or exercise'],
    ['a number as title', withItem({ kind: 'text', title: 7, markdown: 'b' }), 'chapters.1.items.1.title must be non-blank text'],
    ['an item without text', withItem({ kind: 'text', title: 'B' }), 'chapters.1.items.1.markdown must be non-blank text'],
    [
      'a solution to a text',
      withItem({ kind: 'text', title: 'B', markdown: 'b', solution: 'c' }),
      'chapters.1.items.1.solution is allowed only for an exercise',
    ],
    ['a solution of a wrong type', withItem({ kind: 'exercise', title: 'B', markdown: 'b', solution: 1 }), 'chapters.1.items.1.solution must be text'],
  ])('is rejected with the location of the fault: %s', async (_name, content, fault) => {
    const file = join(folder, 'outline.json');
    await writeFile(file, JSON.stringify(content));
    await expect(readOutline(file)).rejects.toThrow(new Failure(`${file}: ${fault}`));
  });

  test('is rejected with the first three faults and the number of the others', async () => {
    const file = join(folder, 'faulty.json');
    await writeFile(file, '{"chapters": [1]}');
    await expect(readOutline(file)).rejects.toThrow(/: title must .*; language must .*; licence must [^;]*; and 2 more$/);
  });
});

describe('progress', () => {
  const step = (done: number, chapter: number | null, title: string): Step => ({ done, total: 4, chapter, title });
  const written = (terminal: { isTTY?: boolean; columns?: number }) => {
    const chunks: string[] = [];
    return { progress: progressOn({ ...terminal, write: (chunk) => chunks.push(chunk) }), chunks };
  };

  test('is printed as a line for each chapter without a terminal', () => {
    const { progress, chunks } = written({});
    for (const each of [step(1, null, 'Course'), step(2, 1, 'One'), step(3, 1, 'One'), step(4, 2, 'Two')]) progress.step(each);
    progress.note('waiting');
    progress.end();
    expect(chunks).toEqual(['chapter 1: One (2/4)\n', 'chapter 2: Two (4/4)\n', 'waiting\n']);
  });

  test('is shown on a terminal as a bar that stays on one line, makes room for notes and disappears at the end', () => {
    const { progress, chunks } = written({ isTTY: true, columns: 40 });
    progress.step(step(2, 1, 'A chapter with a very long title'));
    progress.note('waiting');
    progress.end();
    const drawn = '\r\x1b[K[###############...............] 2/4 A ';
    expect(chunks).toEqual([drawn, `\r\x1b[Kwaiting\n${drawn}`, '\r\x1b[K']);
  });
});

describe('the command', () => {
  let folder: string;
  let faulty: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lms-outline-'));
    faulty = join(folder, 'faulty.json');
    const copy = structuredClone(outline);
    Object.assign(copy.chapters[2]?.items[0] ?? {}, { title: '' });
    await writeFile(faulty, JSON.stringify(copy));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function command(args: string[], key: string | null = organisation.secret): Promise<{ code: number | null; out: string; err: string }> {
    const { LMS_API_KEY: _key, ...env } = process.env;
    const child = spawn(process.execPath, [MAIN, 'outline', 'import', ...args], { env: { ...env, ...(key === null ? {} : { LMS_API_KEY: key }) } });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { code, out, err };
  }

  test('creates the course, reports every chapter, and prints the id and how much was created and already there', async () => {
    const first = await command([SMALL, '--url', `${app.url}/`]);
    const [course] = (await everything()).courses;
    expect(first).toEqual({
      code: 0,
      out: `course ${course?.id} (draft): 12 created, 0 already existed\n`,
      err: 'chapter 1: Flour, water, salt, yeast (2/12)\nchapter 2: Kneading (6/12)\nchapter 3: Baking (8/12)\n',
    });
    const second = await command([SMALL, '--publish', '--url', app.url]);
    expect(second).toMatchObject({ code: 0, out: `course ${course?.id} (published): 0 created, 12 already existed\n` });
  });

  test.each<[string, number, () => { args?: string[]; key?: string | null }, RegExp]>([
    ['a missing file', 2, () => ({ args: ['/nowhere/outline.json'] }), /\/nowhere\/outline\.json does not exist/],
    ['a file that is not JSON', 2, () => ({ args: [MAIN] }), /.*main\.ts is not JSON \(.+\)/],
    ['a file that is not an outline', 2, () => ({ args: [faulty] }), /.*faulty\.json: chapters\.2\.items\.0\.title must be non-blank text/],
    ['no file', 2, () => ({ args: [] }), /specify exactly one outline file; see lms outline --help/],
    ['an unknown option', 2, () => ({ args: [SMALL, '--colour'] }), /Unknown option '--colour'.*/],
    ['an invalid URL', 2, () => ({ args: [SMALL, '--url', 'localhost:3000'] }), /the URL must start with http:\/\/ or https:\/\//],
    ['no key', 2, () => ({ key: null }), /there is no API key: set the environment variable LMS_API_KEY to your key/],
    [
      'a key with a line break',
      2,
      () => ({ key: `${organisation.secret}\n` }),
      /the environment variable LMS_API_KEY must contain an API key without spaces or line breaks/,
    ],
    ['a wrong key', 3, () => ({ key: 'lms_wrong' }), /course "Bread from four things": 401 api_key_unknown: .+/],
    [
      'an unreachable server',
      4,
      () => ({ args: [SMALL, '--url', 'http://127.0.0.1:1'] }),
      /cannot reach http:\/\/127\.0\.0\.1:1 \(.+\); is the service running there\? Use --url or LMS_URL to specify a different URL/,
    ],
    ['another server', 3, () => ({ args: [SMALL, '--url', `${app.url}/docs`] }), /course "Bread from four things": 404 not_found: .+/],
  ])('reports %s in one line and exits with code %i', async (_name, expected, given, message) => {
    const { args = [SMALL, '--url', app.url], key = organisation.secret } = given();
    const { code, out, err } = await command(args, key);
    expect(err).toMatch(new RegExp(`^error: (${message.source})\n$`));
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).not.toContain(organisation.secret);
  });

  test('reports the scope that a key lacks', async () => {
    const { secret } = await organisation.newKey({ scopes: { courses: 'view' } });
    const { code, err } = await command([SMALL, '--url', app.url], secret);
    expect(err).toMatch(/^error: course "Bread from four things": 403 permission_denied: .*courses: edit.*\n$/);
    expect(code).toBe(3);
  });

  test('reports every fault of a rejected request', async () => {
    const file = join(folder, 'long.json');
    await writeFile(file, JSON.stringify({ ...outline, title: 'x'.repeat(201), language: 'none at all' }));
    const { code, err } = await command([file, '--url', app.url]);
    expect(err).toMatch(/^error: course "x+": 400 validation_error: .+ \| title too_long: .+ \| language \w+: .+\n$/);
    expect(code).toBe(3);
  });
});

test('an error reports the position in the outline of the rejected request', async () => {
  const [chapter] = outline.chapters as [Chapter];
  const item: Item = { kind: 'exercise', title: 'Too much', markdown: 'x'.repeat(50_001) };
  await expect(run({ ...outline, chapters: [{ ...chapter, items: [...chapter.items, item] }] })).rejects.toThrow(
    /^chapter 1, item 4 "Too much": 400 validation_error: .+ \| content\.instructions too_long: .+$/,
  );
});

const unixShell = 'the import creates The Unix Shell from its outline: 7 chapters and 79 lessons, 41 of them assignments, in order and word for word';
testWithSharedData(UNIX_SHELL, unixShell, async () => {
  const shell = await readOutline(fileURLToPath(sharedData(UNIX_SHELL)));
  const { course, made } = await run(shell);
  const { courses, chapters } = await everything();
  const lessons = chapters.flatMap((chapter) => chapter.lessons);
  expect(made).toBe(1 + 7 + 79);
  expect(courses).toHaveLength(1);
  expect(chapters).toHaveLength(7);
  expect(lessons).toHaveLength(79);
  expect(lessons.filter(({ content_type }) => content_type === 'assignment')).toHaveLength(41);
  expect(asOutlineChapters(chapters)).toEqual(expectedChapters(shell));
  expect(course.description).toContain('The Carpentries');
  expect(course.description).toContain('https://creativecommons.org/licenses/by/4.0/');
});
