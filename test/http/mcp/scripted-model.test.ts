import { startTestApp, type TestApp } from '../../support/app.ts';
import { connectMcp, type McpSession, PROTOCOLS, type ToolAnswer } from '../../support/mcp.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

/** Calls a tool as a model does that knows only the list of tools: every argument must be one that the tool names. */
async function scripted({ client, use }: McpSession) {
  const { tools } = await client.listTools();
  return async (name: string, input: Record<string, unknown>): Promise<ToolAnswer> => {
    const tool = tools.find((one) => one.name === name);
    const properties = (tool?.inputSchema.properties ?? {}) as Record<string, { properties?: object }>;
    const unknown = [
      ...Object.keys(input).filter((argument) => !(argument in properties)),
      ...Object.keys((input.body as object | undefined) ?? {}).filter((member) => !(member in (properties.body?.properties ?? {}))),
    ];
    expect([name, tool !== undefined, unknown]).toEqual([name, true, []]);
    return use(name, input);
  };
}

test.each(PROTOCOLS)('a model with protocol %s builds a course, meets a change by somebody else, and goes on without losing either', async (protocol) => {
  const session = await connectMcp(app, org.secret, protocol);
  const call = await scripted(session);

  // It builds a course from what it reads.
  const { body: course } = await call('createAgentCourse', { body: { title: 'Tides', level: 'beginner' }, idempotency_key: `course-${protocol}` });
  const { body: chapter } = await call('createAgentChapter', { course_id: course.id, body: { title: 'Why the sea moves' } });
  const place = { course_id: course.id, chapter_id: chapter.id };
  const { body: shape } = await call('describe_lesson_content', { content_type: 'quiz' });
  const wrong = await call('createAgentLesson', { ...place, body: { title: 'Check', content_type: 'quiz', content: { questions: 'three' } } });
  expect([wrong.isError, wrong.body.code]).toEqual([true, 'validation_error']);
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toContain('content.questions');
  const { body: quiz } = await call('createAgentLesson', { ...place, body: { title: 'Check', content_type: 'quiz', content: shape.examples[0].content } });
  const { body: lesson } = await call('createAgentLesson', { ...place, body: { title: 'The moon', position: 1 } });
  expect((await call('listAgentLessons', { ...place, page_size: 10 })).body.results.map(({ title }: { title: string }) => title)).toEqual([
    'The moon',
    'Check',
  ]);

  // Somebody publishes the lesson while the model thinks about its title.
  const path = `courses/${course.id}/chapters/${chapter.id}/lessons/${lesson.id}/`;
  const { body: theirs } = await org.call('patch', path, { updated_at: lesson.updated_at, is_published: true });
  const stale = await call('updateAgentLesson', { ...place, lesson_id: lesson.id, body: { updated_at: lesson.updated_at, title: 'The moon pulls' } });
  expect([stale.isError, stale.body.code, stale.body.lesson]).toEqual([true, 'stale_lesson', theirs]);
  expect(stale.texts.slice(1)).toEqual([expect.stringMatching(/^Nothing was changed\. [^\n]+$/)]);

  // It goes on with the time that the last line names.
  const [, updatedAt] = /"updated_at": "([^"]+)"/.exec(stale.texts[1] ?? '') ?? [];
  const { isError } = await call('updateAgentLesson', { ...place, lesson_id: lesson.id, body: { updated_at: updatedAt, title: 'The moon pulls' } });
  expect(isError).toBe(false);
  expect((await call('getAgentLesson', { ...place, lesson_id: lesson.id })).body).toMatchObject({ title: 'The moon pulls', is_published: true });

  const published = await call('updateAgentCourse', { course_id: course.id, body: { status: 'published' } });
  expect(published.body).toMatchObject({ status: 'published', chapter_count: 1, lesson_count: 2 });
  expect((await call('deleteAgentLesson', { ...place, lesson_id: quiz.id })).texts).toEqual(['Done.']);
  await session.close();
});
