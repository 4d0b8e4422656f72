import { openAiModel } from '../../../src/platform/ai/openai-model.ts';
import { type AiServer, failure, materialOf, startAiServer, textAnswer } from '../../support/ai-server.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let ai: AiServer;
let school: School;
beforeAll(async () => {
  ai = await startAiServer();
  app = await startTestApp(withPorts({ ai: openAiModel({ baseUrl: `${ai.url}/v1`, apiKey: 'the key', textModel: 'a-writer', imageModel: 'a-painter' }) }));
});
beforeEach(async () => {
  ai.requests.length = 0;
  school = await newSchool(app);
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

const criterion = (title: string, ...points: number[]) => ({
  title,
  levels: points.map((each) => ({ title: `${each} points`, points: each, description: 'So' })),
});
const RUBRIC = { title: 'Scripts', criteria: [criterion('Style', 12.5, 0), criterion('Result', 27.5, 0)] };
const numbered = { ...RUBRIC, is_feedback_only: false, criteria: RUBRIC.criteria.map((each, index) => ({ id: `c${index + 1}`, ...each })) };
const answerWith = (...answers: object[]) => void ai.answers.splice(0, ai.answers.length, ...answers.map((one) => textAnswer(JSON.stringify(one))));
const suggest = (body: object, courseId: unknown = school.courseId) => school.browser.call('post', `courses/${courseId}/rubrics/suggest/`, body);
const refused = (field: string, code: string) => ({ status: 400, body: { errors: [{ field, code }] } });

test('a rubric for an assignment has its points, in the language of the course, and can be saved for it without a change', async () => {
  const course = await newGradedCourse(app, school, { language: 'fr' });
  const lesson = await course.assignment(40, { instructions: 'Count "words".', sample_solution: 'wc -w' });
  answerWith(RUBRIC);
  const { body } = await expectStatus(200, suggest({ lesson_id: lesson.id }, course.courseId));
  expect(body).toEqual(numbered);
  expect((await course.configure(lesson, { rubric: body })).rubric).toEqual(body);
  const [request] = ai.requests;
  expect(request && materialOf(request)).toMatchObject({
    language: 'fr',
    points: 40,
    criterion_count: null,
    assignment: { title: 'Essay', instructions: 'Count "words".', sample_solution: 'wc -w' },
    description: null,
  });
  expect(request?.body.messages?.[0]?.content).not.toContain('Count');
});

test('a rubric for a description has the points of the request', async () => {
  answerWith(RUBRIC);
  expect((await expectStatus(200, suggest({ description: 'A script', points: 40, criterion_count: 2, language: 'de' }))).body).toEqual(numbered);
  const [request] = ai.requests;
  expect(request && materialOf(request)).toMatchObject({ language: 'de', points: 40, criterion_count: 2, assignment: null, description: 'A script' });
});

test('an answer whose points do not add up, whose levels have one title, or with another number of criteria is repaired once, and then refused', async () => {
  for (const [wrong, code] of [
    [{ ...RUBRIC, criteria: [criterion('Style', 12), criterion('Result', 27)] }, 'points_differ'],
    [{ ...RUBRIC, criteria: [criterion('Style', 12.5, 12.5), criterion('Result', 27.5)] }, 'duplicate'],
    [{ ...RUBRIC, criteria: [criterion('All', 40)] }, 'wrong_number'],
    [{ ...RUBRIC, criteria: [] }, 'too_few'],
    [{ title: 'Scripts' }, 'required'],
  ] as const) {
    const body = { description: 'A script', points: 40, criterion_count: 2 };
    ai.requests.length = 0;
    answerWith(wrong, RUBRIC);
    expect((await expectStatus(200, suggest(body))).body).toEqual(numbered);
    expect(ai.requests[1] && materialOf(ai.requests[1]).faults).toEqual([expect.objectContaining({ code })]);
    answerWith(wrong);
    expect(await suggest(body)).toMatchObject({ status: 503, body: { code: 'ai_unavailable' } });
  }
});

test('a request that names nothing to grade, or no assignment of the course, is refused without asking the model', async () => {
  const course = await newGradedCourse(app, school);
  const quiz = await course.quiz();
  const elsewhere = await course.assignment();
  expect(await suggest({})).toMatchObject(refused('description', 'required'));
  for (const { id } of [quiz, elsewhere]) expect(await suggest({ lesson_id: id, description: 'A script' })).toMatchObject(refused('lesson_id', 'unknown'));
  expect(await suggest({ lesson_id: quiz.id }, course.courseId)).toMatchObject(refused('lesson_id', 'unknown'));
  await expectStatus(404, suggest({ description: 'A script' }, 'x'));
  await expectStatus(404, (await newSchool(app)).browser.call('post', `courses/${school.courseId}/rubrics/suggest/`, { description: 'A script' }));
  expect(ai.requests).toEqual([]);
});

test('a model that does not respond is 503, and an organisation may ask twenty times an hour', async () => {
  ai.answers.splice(0, ai.answers.length, failure(500));
  expect(await suggest({ description: 'A script' })).toMatchObject({ status: 503, body: { code: 'ai_unavailable' } });
  answerWith({ ...RUBRIC, criteria: [criterion('All', 100)] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => suggest({ description: 'A script' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 429]);
});

test('without a model a suggestion is 503', async () => {
  const own = await startTestApp();
  const { browser, courseId } = await newSchool(own);
  expect(await browser.call('post', `courses/${courseId}/rubrics/suggest/`, { description: 'A script' })).toMatchObject({
    status: 503,
    body: { code: 'ai_not_configured' },
  });
  await own.close();
});
