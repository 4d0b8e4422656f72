import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, newEnrolled, open, progressIn, report } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

const DEFAULT = { text_min_seconds: 0, video_percent: 90, quiz: 'passed' };
const VIDEO = { content_type: 'video', content: { source: 'vimeo', url: 'https://vimeo.com/76979871', duration_seconds: 100 } };
const QUIZ = {
  content_type: 'quiz',
  content: { questions: [{ id: 'q', type: 'true_false', prompt: 'Is it?', correct: true, explanation: 'It is.' }], time_limit_minutes: 5 },
};
const WRONG = [{ question_id: 'q', is_true: false }];

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

async function courseWith(completion_rules: object, lesson: object) {
  const course = await school.newCourse({ status: 'published', completion_rules });
  const made = await school.newLesson(lesson, await school.newChapter(course.id));
  return { course, lesson: made, ...(await newEnrolled(app, school, course.id)) };
}

test('a course has rules of completion on both surfaces, which are replaced as a whole, and unknown rules are refused', async () => {
  const course = await school.newCourse();
  expect(course.completion_rules).toEqual(DEFAULT);
  const path = `courses/${course.id}/`;
  const { body } = await expectStatus(200, school.browser.call('patch', path, { completion_rules: { text_min_seconds: 30 } }));
  expect(body.completion_rules).toEqual({ ...DEFAULT, text_min_seconds: 30 });
  expect((await expectStatus(200, school.agent('patch', path, { completion_rules: { quiz: 'submitted' } }))).body.completion_rules).toEqual({
    ...DEFAULT,
    quiz: 'submitted',
  });
  const wrong = { text_min_seconds: 3601, video_percent: 49, quiz: 'opened' };
  expect(await faultsOf(school.browser.call('patch', path, { completion_rules: wrong }))).toEqual([
    'completion_rules.quiz not_a_choice',
    'completion_rules.video_percent out_of_range',
    'completion_rules.text_min_seconds out_of_range',
  ]);
});

test('a text counts as read only after the seconds that the course asks for, of which no more count than have passed', async () => {
  const { lesson, browser } = await courseWith({ text_min_seconds: 30 }, { content: { body: 'Text' } });
  await expectStatus(200, open(browser, lesson));
  app.clock.advance(20_000);
  expect(await faultsOf(report(browser, lesson, { event: 'read', seconds_spent: 3600 }))).toEqual(['event too_early']);
  expect((await progressIn(browser, lesson)).body).toMatchObject({ completed_at: null, seconds_spent: 0 });
  app.clock.advance(10_000);
  expect((await report(browser, lesson, { event: 'read', seconds_spent: 3600 })).body).toMatchObject({ state: 'completed', seconds_spent: 30 });
});

test('a video is completed when as much of it was played as the course asks for', async () => {
  const { lesson, browser } = await courseWith({ video_percent: 50 }, VIDEO);
  await expectStatus(200, open(browser, lesson));
  const watch = async (to: number) => {
    app.clock.advance(100_000);
    return (await expectStatus(200, report(browser, lesson, { event: 'watched', watched_ranges: [{ from: 0, to }] }))).body.state;
  };
  expect(await watch(49)).toBe('in_progress');
  expect(await watch(50)).toBe('completed');
});

test('where a quiz need only be submitted, failing it completes it, and so does the end of its time', async () => {
  for (const [quiz, state] of [
    ['passed', 'in_progress'],
    ['submitted', 'completed'],
  ]) {
    const { lesson, browser } = await courseWith({ quiz }, QUIZ);
    const { body } = await expectStatus(200, report(browser, lesson, { event: 'quiz_started' }));
    const sent = { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers: WRONG };
    expect((await expectStatus(200, report(browser, lesson, sent))).body.state).toBe(state);
    const late = await courseWith({ quiz }, QUIZ);
    await expectStatus(200, report(late.browser, late.lesson, { event: 'quiz_started' }));
    app.clock.advance(6 * 60_000);
    await runTask(app, 'finish_overdue_attempts');
    expect((await progressIn(late.browser, late.lesson)).body.state).toBe(state);
  }
});

test('whoever must pass a quiz before going on finds the next lesson and the next chapter locked until an attempt has passed', async () => {
  const course = await school.newCourse({ status: 'published' });
  const [first, second] = [
    await school.newChapter(course.id, { sequential_lessons: true }),
    await school.newChapter(course.id, { requires_previous_chapter: true }),
  ];
  const quiz = await school.newLesson(QUIZ, first);
  await school.newLesson({}, first);
  await school.newLesson(QUIZ, second);
  const { browser } = await newEnrolled(app, school, course.id);
  const answer = async (is_true: boolean) => {
    const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
    await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers: [{ question_id: 'q', is_true }] }));
    const outline = await expectStatus(200, browser.call('get', `courses/${course.id}/curriculum/`));
    return outline.body.lessons.results.map(({ lock_reason }: { lock_reason: string | null }) => lock_reason);
  };
  expect(await answer(false)).toEqual([null, 'previous_lesson', 'previous_chapter']);
  expect(await answer(true)).toEqual([null, null, 'previous_chapter']);
});

test('with show_answers after_last_attempt, answers are shown once no attempt is left or running', async () => {
  const content = { ...QUIZ.content, max_attempts: 2, show_answers: 'after_last_attempt' };
  const { lesson, browser } = await courseWith({}, { content_type: 'quiz', content });
  const start = async () => (await expectStatus(200, report(browser, lesson, { event: 'quiz_started' }))).body.attempts;
  const submit = async (attempt_id: string) =>
    (await expectStatus(200, report(browser, lesson, { event: 'quiz_submitted', attempt_id, answers: [{ question_id: 'q', is_true: true }] }))).body.attempts;
  const [first] = await start();
  expect(await submit(first.id)).toMatchObject([{ results: null }]);
  const [second, earlier] = await start();
  expect([second, earlier]).toMatchObject([{ results: null }, { results: null }]);
  expect(await submit(second.id)).toMatchObject([{ results: [{ explanation: 'It is.' }] }, { results: [{ explanation: 'It is.' }] }]);
});

test('the studio proposes 3 attempts at a quiz where a request leaves them out, and the agent surface sets no limit', async () => {
  const path = `courses/${school.courseId}/chapters/${school.chapterId}/lessons/`;
  const content = { questions: QUIZ.content.questions };
  const attempts = async (surface: typeof school.agent, fields: object = {}) =>
    (await expectStatus(201, surface('post', path, { title: 'A quiz', content_type: 'quiz', content: { ...content, ...fields } }))).body.content.max_attempts;
  const studio: typeof school.agent = (method, at, body) => school.browser.call(method, at, body);
  expect(await attempts(school.agent)).toBeNull();
  expect(await attempts(studio)).toBe(3);
  expect(await attempts(studio, { max_attempts: null })).toBeNull();
  expect(await attempts(studio, { max_attempts: 7 })).toBe(7);
});
