import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const path = (lessonId: string, courseId = school.courseId) => `courses/${courseId}/answer-sheets/${lessonId}/options/`;
const options = async (lesson: Row) => (await expectStatus(200, school.browser.call('get', path(lesson.id)))).body;
const choices = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}`, text: `Choice ${index}` }));
const single = (count: number, id: string) => ({ type: 'single', id, prompt: 'Which?', choices: choices(count), correct_choice_id: 'c0' });
const statements = (count: number) => Array.from({ length: count }, (_, index) => ({ type: 'true_false', id: `q${index}`, prompt: 'Is it?', correct: true }));
const quiz = (questions: object[]) => school.newLesson({ content_type: 'quiz', content: { questions } });
const fitting = (found: Row) =>
  (found.layouts as { code: string; fits: boolean; pages: number }[]).filter(({ fits }) => fits).map(({ code, pages }) => [code, pages]);

test('a quiz that bubbles can answer fits the layouts that have its choices, on as many pages as it takes', async () => {
  const found = await options(await quiz([...statements(60), single(6, 's')]));
  expect(found).toMatchObject({ is_possible: true, obstacles: [], question_count: 61, most_choices: 6 });
  expect(fitting(found)).toEqual([
    ['114', 2],
    ['214', 2],
  ]);
  expect(fitting(await options(await quiz(statements(80))))).toContainEqual(['111', 4]);
  expect(fitting(await options(await quiz(statements(81))))).not.toContainEqual(expect.arrayContaining(['111']));
});

test('what keeps a lesson from being printed is named together with the questions that it is about', async () => {
  const text = await school.newLesson({ content_type: 'lesson', content: { body: 'Read.' } });
  expect(await options(text)).toMatchObject({ is_possible: false, obstacles: [{ reason: 'not_a_quiz', question_ids: [] }] });
  const empty = await school.newLesson({ content_type: 'quiz' });
  expect((await options(empty)).obstacles).toEqual([{ reason: 'no_questions', question_ids: [] }]);
  const odd = await options(await quiz([...statements(1), { type: 'essay', id: 'e', prompt: 'Why?' }, single(11, 'wide')]));
  expect(odd.obstacles).toEqual([
    { reason: 'question_type', question_ids: ['e'] },
    { reason: 'too_many_choices', question_ids: ['wide'] },
  ]);
  expect(fitting(odd)).toEqual([]);
  const long = await options(await quiz([...statements(200), single(6, 's')]));
  expect(long.obstacles).toEqual([{ reason: 'too_many_questions', question_ids: [] }]);
});

test('learners and those who have a number are counted', async () => {
  const own = await newSchool(app);
  const [one = ''] = await enrollMany(app, own.organisation.id, own.courseId, 3);
  await expectStatus(200, own.browser.call('patch', `courses/${own.courseId}/answer-sheets/learners/${one}/number/`, { number: '12' }));
  const lesson = await own.newLesson({ content_type: 'quiz', content: { questions: statements(1) } });
  const { body } = await expectStatus(200, own.browser.call('get', path(lesson.id, own.courseId)));
  expect(body).toMatchObject({ learner_count: 3, numbered_count: 1 });
});

test('letters that cannot be printed and formulas that cannot be set are named before anything is printed', async () => {
  const own = await newSchool(app);
  const learners = await enrollMany(app, own.organisation.id, own.courseId, 3);
  await app.database.pool.query(
    'update users set name = n.name from unnest($1::uuid[], $2::text[]) n (id, name) join enrollments e on e.id = n.id where users.id = e.user_id',
    [learners, ['Zoë 🦋 Nguyễn', '山田太郎', 'Zoë Müller']],
  );
  const questions = [
    { ...single(2, 'q1'), prompt: String.raw`Is $\frac{a}{b}$ 🦋 or $\ce{H2O}$ for $5?` },
    { type: 'true_false', id: 'q2', prompt: String.raw`\(x^2\) and $\unknown$ and $\frac{a$`, correct: true },
  ];
  const lesson = await own.newLesson({ title: 'Quiz 🎉', content_type: 'quiz', content: { questions } });
  const { body } = await expectStatus(200, own.browser.call('get', path(lesson.id, own.courseId)));
  expect(body.unprintable_names).toEqual([{ enrollment_id: learners[0], name: 'Zoë 🦋 Nguyễn', letters: ['🦋'] }]);
  expect(body.unprintable_texts).toEqual([
    { question_id: null, letters: ['🎉'] },
    { question_id: 'q1', letters: ['🦋'] },
  ]);
  expect(body.raw_formulas).toEqual([
    { question_id: 'q1', formula: String.raw`\ce{H2O}` },
    { question_id: 'q2', formula: String.raw`\unknown` },
    { question_id: 'q2', formula: String.raw`\frac{a` },
  ]);
});

test('the options of a lesson are found nowhere else', async () => {
  const lesson = await quiz(statements(1));
  for (const [browser, courseId, id] of await awayFrom(app, school, lesson.id)) expect((await browser.call('get', path(id, courseId))).status).toBe(404);
});
