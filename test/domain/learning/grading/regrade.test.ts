import { newId } from '../../../../src/domain/kernel/ids.ts';
import { givePoints } from '../../../../src/domain/learning/grading/points.ts';
import { postWork } from '../../../../src/domain/learning/grading/posting.ts';
import { previewRegrade, type Regrade, readRegradeProgress, startRegrade } from '../../../../src/domain/learning/grading/regrade.ts';
import { writePolicy } from '../../../../src/domain/learning/policies/policy.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { attempt, lessonKey } from '../../../support/grading.ts';
import { type Enrolled, newEnrolled, progressIn, report } from '../../../support/learner.ts';
import type { Row } from '../../../support/organisation.ts';
import { newSchool, type School } from '../../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const now = () => new Date(app.clock.now()).toISOString();
const question = (id: string, fields: object = {}) => ({ type: 'true_false', id, prompt: 'True?', correct: true, points: 5, explanation: null, ...fields });
const ESSAY = { type: 'essay', id: 'essay', prompt: 'Why?', points: 10 };
const QUESTIONS = [question('one'), question('two')];
const says = (...given: boolean[]) => given.map((is_true, index) => ({ question_id: ['one', 'two'][index], is_true }));

async function newQuiz(questions: object[] = QUESTIONS): Promise<{ quiz: Row; learners: [Enrolled, Enrolled] }> {
  const course = await school.newCourse({ status: 'published' });
  const quiz = await school.newLesson({ content_type: 'quiz', content: { questions, passing_score_percent: 60 } }, await school.newChapter(course.id));
  return { quiz, learners: [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)] };
}
/** Stores another key in the lesson. Attempts keep the quiz as it was. */
const changeKeys = (quiz: Row, ...questions: object[]) =>
  app.database.pool.query(`update lessons set content = jsonb_set(content, '{questions}', $2) where id = $1`, [quiz.id, JSON.stringify(questions)]);
const preview = (quiz: Row, ...regrade: Regrade[]) => previewRegrade(app.database.db, lessonKey(school, quiz), regrade);
async function regrade(quiz: Row, ...rules: Regrade[]): Promise<void> {
  await startRegrade(app.database.db, lessonKey(school, quiz), rules, now(), () => []);
  await app.mailbox.runJobs();
}
const resultOf = async ({ browser }: Enrolled, quiz: Row): Promise<Row> => (await progressIn(browser, quiz)).body.attempts[0];
const attemptIds = async (quiz: Row): Promise<string[]> =>
  (
    await app.database.db
      .selectFrom('quiz_attempts')
      .select('id')
      .where('organisation_id', '=', school.organisation.id)
      .where('lesson_id', '=', quiz.id)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

test('a regrade with a new key scores finished attempts once more, and its preview tells beforehand how many rise, fall and change pass', async () => {
  const { quiz, learners } = await newQuiz();
  await attempt(learners[0].browser, quiz, says(true, true));
  await attempt(learners[1].browser, quiz, says(true, false));
  await changeKeys(quiz, question('one'), question('two', { correct: false }));
  const rule: Regrade = { question_id: 'two', mode: 'new_key' };
  expect(await preview(quiz, rule)).toEqual({ attempts: 2, rises: 1, falls: 1, pass_changes: 2, kept: [] });
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 10, is_passed: true });
  await regrade(quiz, rule);
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 5, score_percent: 50, is_passed: false, results: [{ points: 5 }, { points: 0 }] });
  expect(await resultOf(learners[1], quiz)).toMatchObject({ score_points: 10, score_percent: 100, is_passed: true });
  expect(await readRegradeProgress(app.database.db, lessonKey(school, quiz))).toMatchObject({ attempts: 2, done: 2, finished_at: expect.any(String) });
  expect(await preview(quiz, rule)).toMatchObject({ attempts: 2, rises: 0, falls: 0, pass_changes: 0 });
});

test('a lesson that is completed stays completed when a regrade takes the pass away, and is completed for those who pass now', async () => {
  const { quiz, learners } = await newQuiz();
  await attempt(learners[0].browser, quiz, says(true, true));
  await attempt(learners[1].browser, quiz, says(false, false));
  await changeKeys(quiz, question('one', { correct: false }), question('two', { correct: false }));
  await regrade(quiz, { question_id: 'one', mode: 'new_key' }, { question_id: 'two', mode: 'new_key' });
  for (const [index, isPassed] of [false, true].entries()) {
    const { body } = await progressIn((learners[index] as Enrolled).browser, quiz);
    expect(body).toMatchObject({ state: 'completed', attempts: [{ is_passed: isPassed }] });
  }
});

test('an attempt that began before a regrade is scored by it when it ends, and one that began later has the key of its time', async () => {
  const { quiz, learners } = await newQuiz();
  const [{ browser }] = learners;
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  app.clock.advance(1000);
  await changeKeys(quiz, question('one', { correct: false }), question('two'));
  await regrade(quiz, { question_id: 'one', mode: 'new_key' });
  const ended = await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers: says(false, true) }));
  expect(ended.body.attempts[0]).toMatchObject({ score_points: 10 });
  app.clock.advance(1000);
  await changeKeys(quiz, question('one'), question('two'));
  expect(await attempt(browser, quiz, says(true, true))).toMatchObject({ attempts: [{ number: 2, score_points: 10 }, { number: 1 }] });
});

test('points that a person gave stay and are listed, and a newer rule for a question replaces the older one', async () => {
  const { quiz, learners } = await newQuiz();
  await attempt(learners[0].browser, quiz, says(true, false));
  await attempt(learners[1].browser, quiz, says(true, false));
  const [first = ''] = await attemptIds(quiz);
  const { db } = app.database;
  await givePoints(db, { ...lessonKey(school, quiz), attemptId: first }, [{ question_id: 'two', points: 2.5 }], { allowOver: false, now: now() });
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 7.5, score_percent: 75, is_passed: true });
  expect((await progressIn(learners[0].browser, quiz)).body).toMatchObject({ state: 'in_progress' });
  await app.mailbox.runJobs();
  expect((await progressIn(learners[0].browser, quiz)).body).toMatchObject({ state: 'completed' });
  const kept = [{ attempt_id: first, enrollment_id: learners[0].enrollmentId, question_id: 'two' }];
  expect(await preview(quiz, { question_id: 'two', mode: 'leave_out' })).toEqual({ attempts: 2, rises: 1, falls: 0, pass_changes: 1, kept });
  await regrade(quiz, { question_id: 'two', mode: 'leave_out' });
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 7.5, max_points: 10 });
  expect(await resultOf(learners[1], quiz)).toMatchObject({ score_points: 5, max_points: 5, score_percent: 100, is_passed: true });
  await regrade(quiz, { question_id: 'two', mode: 'full_points' });
  expect(await resultOf(learners[1], quiz)).toMatchObject({ score_points: 10, max_points: 10 });
  await givePoints(db, { ...lessonKey(school, quiz), attemptId: first }, [{ question_id: 'two', points: null }], { allowOver: false, now: now() });
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 10 });
});

test('an attempt with an ungraded essay is not posted until a person gave points, which stay hidden until they are posted', async () => {
  const { quiz, learners } = await newQuiz([question('one'), ESSAY]);
  const { db } = app.database;
  await writePolicy(db, lessonKey(school, quiz), { posting: 'manual', isAnonymous: false });
  await attempt(learners[0].browser, quiz, [...says(true), { question_id: 'essay', text: 'Because.' }]);
  const [attemptId = ''] = await attemptIds(quiz);
  expect(await postWork(db, lessonKey(school, quiz), null, now())).toBe(0);
  await givePoints(db, { ...lessonKey(school, quiz), attemptId }, [{ question_id: 'essay', points: 9.25 }], { allowOver: false, now: now() });
  expect(await resultOf(learners[0], quiz)).toMatchObject({ posted_at: null, score_points: null, is_passed: null });
  expect(await postWork(db, lessonKey(school, quiz), null, now())).toBe(1);
  await app.mailbox.runJobs();
  expect((await progressIn(learners[0].browser, quiz)).body).toMatchObject({ state: 'completed', attempts: [{ score_points: 14.25, needs_grading: false }] });
});

test('points for a question lie between 0 and its points, and belong to a finished attempt of the lesson', async () => {
  const { quiz, learners } = await newQuiz();
  await expectStatus(200, report(learners[1].browser, quiz, { event: 'quiz_started' }));
  const [running = ''] = await attemptIds(quiz);
  await attempt(learners[0].browser, quiz, []);
  const [, attemptId = ''] = await attemptIds(quiz);
  const give = (id: string, points: [string, number][], allowOver = false) =>
    givePoints(
      app.database.db,
      { ...lessonKey(school, quiz), attemptId: id },
      points.map(([question_id, given]) => ({ question_id, points: given })),
      { allowOver, now: now() },
    );
  const faulty: [string, number][] = [
    ['one', 5.01],
    ['two', -1],
    ['three', 1],
    ['one', 1],
  ];
  await expect(give(attemptId, faulty)).rejects.toMatchObject({
    faults: [
      { field: 'question_points.0.points', code: 'above_points' },
      { field: 'question_points.1.points', code: 'out_of_range' },
      { field: 'question_points.2.question_id', code: 'unknown' },
      { field: 'question_points.3.question_id', code: 'duplicate' },
    ],
  });
  for (const id of [running, newId()]) await expect(give(id, [['one', 1]])).rejects.toMatchObject({ code: 'not_found' });
  await give(attemptId, [['one', 12]], true);
  expect(await resultOf(learners[0], quiz)).toMatchObject({ score_points: 12, score_percent: 100, is_passed: true });
});

test('a regrade is refused for unknown, repeated and keyless questions, and a removed question can be left out', async () => {
  const { quiz, learners } = await newQuiz([question('one'), question('two'), ESSAY]);
  await attempt(learners[0].browser, quiz, says(true, false));
  await changeKeys(quiz, question('one'), ESSAY);
  await expect(
    preview(
      quiz,
      { question_id: 'two', mode: 'new_key' },
      { question_id: 'none', mode: 'leave_out' },
      { question_id: 'essay', mode: 'either_key' },
      { question_id: 'one', mode: 'full_points' },
      { question_id: 'one', mode: 'leave_out' },
    ),
  ).rejects.toMatchObject({
    faults: [
      { field: 'regrade.0.question_id', code: 'unknown' },
      { field: 'regrade.1.question_id', code: 'unknown' },
      { field: 'regrade.2.mode', code: 'not_allowed' },
      { field: 'regrade.4.question_id', code: 'duplicate' },
    ],
  });
  expect(await preview(quiz, { question_id: 'two', mode: 'leave_out' })).toMatchObject({ rises: 1 });
  await expect(preview({ ...quiz, id: (await school.newLesson()).id }, { question_id: 'one', mode: 'leave_out' })).rejects.toMatchObject({
    faults: [{ field: 'regrade', code: 'not_allowed' }, { code: 'unknown' }],
  });
});
