import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { connectMcp, type McpSession, PROTOCOLS } from '../../support/mcp.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
let session: McpSession;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  org = await newOrganisation(app);
  session = await connectMcp(app, org.secret);
});
afterEach(() => session.close());

async function read(uri: string, { client } = session) {
  const { contents, ...hints } = await client.readResource({ uri });
  const [{ text } = { text: '' }] = contents as { text: string }[];
  return { ...JSON.parse(text), hints };
}

/** Stores lessons as they are after years, because only time makes them old. */
async function newLessons(courseId: string, titles: string[], updatedAt = '2026-01-01') {
  const chapter = await org.newChapter(courseId);
  const lessons = titles.map((title, index) => ({ id: crypto.randomUUID(), title, position: index + 1 }));
  const rest = {
    organisation_id: org.id,
    course_id: courseId,
    chapter_id: chapter.id,
    is_published: true,
    content_type: 'lesson' as const,
    is_free_preview: false,
  };
  const stored = lessons.map((lesson) => ({ ...rest, ...lesson, updated_at: `${updatedAt}T12:00:00Z` }));
  await app.database.db.insertInto('lessons').values(stored).execute();
  return { chapter, lessons: lessons.map(({ id, title }) => ({ id, title })) };
}

test.each(PROTOCOLS)('a client of protocol %s is told which resources an organisation has', async (protocol) => {
  const { client, close } = await connectMcp(app, org.secret, protocol);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['lms://courses', 'lms://organisation-settings']));
  expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'lms://courses{?page}',
    'lms://courses/{course_id}',
    'lms://courses/{course_id}/outline{?page}',
    'lms://courses/{course_id}/chapters/{chapter_id}/lessons/{lesson_id}',
    'lms://stale-lessons/{before}{?page}',
  ]);
  await close();
});

test('courses, a lesson and the settings are what their operations return, and no client may keep them', async () => {
  const course = await org.newCourse();
  const { chapter, lessons } = await newLessons(course.id, ['Waves']);
  const place = `courses/${course.id}/chapters/${chapter.id}/lessons/${lessons[0]?.id}`;
  const { hints, ...lesson } = await read(`lms://${place}`);
  expect(lesson).toEqual((await org.call('get', `${place}/`)).body);
  expect(hints.ttlMs ?? 0).toBe(0);
  expect(await read(`lms://courses/${course.id}`)).toMatchObject({ id: course.id, lesson_count: 1 });
  expect(await read('lms://courses')).toMatchObject({ results: [{ id: course.id }], next: null });
  expect(await read('lms://organisation-settings')).toMatchObject((await org.call('get', 'org-settings/')).body);
});

test('an outline holds chapters and titles in order, and a long one goes on under the URI that it ends with', async () => {
  const course = await org.newCourse();
  const { chapter, lessons } = await newLessons(course.id, ['First', 'Second']);
  const empty = await org.newChapter(course.id);
  expect(await read(`lms://courses/${course.id}/outline`)).toMatchObject({
    chapters: [
      { id: chapter.id, lessons },
      { id: empty.id, lessons: [] },
    ],
    next: null,
  });
  const titles = Array.from({ length: 500 }, (_, index) => `Filler ${index + 1}`);
  await newLessons(course.id, titles);
  const { chapters, next } = await read(`lms://courses/${course.id}/outline`);
  expect([chapters.at(-1).lessons.length, next]).toEqual([497, `lms://courses/${course.id}/outline?page=2`]);
  const rest = await read(next);
  expect([rest.chapters.map((left: { lessons: { title: string }[] }) => left.lessons.map(({ title }) => title)), rest.next]).toEqual([
    [titles.slice(497)],
    null,
  ]);
});

test('stale lessons are those of all courses but archived ones that nobody has changed since a day, the oldest first', async () => {
  const [one, two, archived] = [await org.newCourse(), await org.newCourse(), await org.newCourse()];
  await newLessons(one.id, ['A'], '2024-05-02');
  await newLessons(one.id, ['New']);
  const { lessons } = await newLessons(two.id, ['B'], '2024-05-01');
  await newLessons(archived.id, ['C'], '2024-05-01');
  await org.call('patch', `courses/${archived.id}/`, { status: 'archived' });
  const { results, next } = await read('lms://stale-lessons/2024-05-03');
  expect([results.map(({ title, course_id }: { title: string; course_id: string }) => [title, course_id]), next]).toEqual([
    [
      ['B', two.id],
      ['A', one.id],
    ],
    null,
  ]);
  expect((await read('lms://stale-lessons/2024-05-02')).results).toHaveLength(1);
  const { messages } = await session.client.getPrompt({ name: 'find_stale_lessons', arguments: { before: '2024-05-02' } });
  expect(JSON.stringify(messages)).toContain(lessons[0]?.id);
});

test.each([
  'lms://poems',
  'lms://courses/',
  'lms://courses/x',
  'lms://courses?page=0',
  'lms://courses?page=1.5',
  'lms://courses?size=2',
  'lms://organisation-settings?page=2',
  'lms://courses/../organisation-settings',
  'https://courses',
  'courses',
])('%s is no resource', async (uri) => {
  await expect(session.client.readResource({ uri })).rejects.toThrow(`Resource not found: ${uri}`);
});

test.each(['yesterday', '2026-02-30', '0000-01-01'])('the day %s is refused', async (before) => {
  await expect(read(`lms://stale-lessons/${before}`)).rejects.toThrow('Must be a valid date');
  await expect(session.client.getPrompt({ name: 'find_stale_lessons', arguments: { before } })).rejects.toThrow('Must be a valid date');
});

test('a key reads the resources that its scopes permit, and nothing of another organisation', async () => {
  const course = await org.newCourse();
  await newLessons(course.id, ['Mine']);
  const limited = await connectMcp(app, (await org.newKey({ scopes: { courses: 'view' } })).secret);
  expect((await limited.client.listResourceTemplates()).resourceTemplates.map(({ name }) => name)).toEqual(['courses', 'course']);
  for (const uri of [`lms://courses/${course.id}/outline`, 'lms://stale-lessons/2999-01-01', 'lms://organisation-settings', 'lms://lesson-content/quiz'])
    await expect(read(uri, limited)).rejects.toThrow('Resource not found');
  const neighbour = await connectMcp(app, (await newOrganisation(app)).secret);
  for (const uri of [`lms://courses/${course.id}`, `lms://courses/${course.id}/outline`]) await expect(read(uri, neighbour)).rejects.toThrow('not found');
  expect((await read('lms://stale-lessons/2999-01-01', neighbour)).results).toEqual([]);
  await Promise.all([limited.close(), neighbour.close()]);
});

test('each resource of the organisation counts as a request of the key, and beyond the limit its error says when to go on', async () => {
  const limited = await startTestApp((services) => ({
    ...services,
    limits: new MemoryWindow(services.ports.clock),
    settings: { ...services.settings, agentQuota: { limit: 3, windowSeconds: 3600 } },
  }));
  const school = await newOrganisation(limited);
  const course = await school.newCourse();
  const there = await connectMcp(limited, school.secret);
  expect((await read(`lms://courses/${course.id}/outline`, there)).chapters).toEqual([]);
  expect((await read('lms://lesson-content/quiz', there)).content_type).toBe('quiz');
  await read('lms://courses', there);
  for (const uri of ['lms://courses', 'lms://stale-lessons/2026-01-01']) await expect(read(uri, there)).rejects.toThrow('Try again in 3600 s.');
  await there.close();
  await limited.close();
});
