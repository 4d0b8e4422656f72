import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, lessonPath, open, progressIn, refusalOf, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Asked, anyQuestion, keyOf } from '../../support/questions.ts';
import { countOf } from '../../support/sample.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let school: School;
/** The chapter of a published course in which tests have quizzes and learners of their own. */
let shared: Row;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  shared = await newChapter();
});
afterAll(() => app.close());

const WIRES = [1, 2, 3, 4].map((number) => ({ id: `w${number}`, text: `Wire ${number}` }));
const QUESTIONS = [
  { type: 'ordering', id: 'order', prompt: 'Cut in order', items: WIRES, points: 4 },
  { type: 'short_text', id: 'word', prompt: 'The word?', accepted_answers: ['swordfish'], explanation: 'As ever.', points: 6 },
];
const RIGHT = [
  { question_id: 'order', choice_ids: WIRES.map(({ id }) => id) },
  { question_id: 'word', text: ' SWORDFISH ' },
];
const WRONG = [{ question_id: 'word', text: 'marlin' }];
const time = (offset = 0) => new Date(app.clock.now() + offset).toISOString();

const newChapter = async (): Promise<Row> => school.newChapter((await school.newCourse({ status: 'published' })).id);

/** Creates a quiz and a learner of its course. */
async function quizFor(content: object = {}, fields: object = {}, chapter: Row = shared): Promise<{ quiz: Row; browser: Browser; courseId: string }> {
  const courseId = String(chapter.course_id);
  const quiz = await school.newLesson({ content_type: 'quiz', content: { questions: QUESTIONS, ...content }, ...fields }, { ...chapter, course_id: courseId });
  return { quiz, browser: (await newLearner(app, school.organisation.id, courseId)).browser, courseId };
}
/** Creates a course that contains only a quiz, and a learner who is enrolled in it. */
const courseOf = async (content: object = {}) => quizFor(content, {}, await newChapter());
const started = async (browser: Browser, quiz: Row) => (await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }))).body.attempts[0];
const hand = (browser: Browser, quiz: Row, attempt_id: string, answers: object[] = [], event = 'quiz_submitted') =>
  report(browser, quiz, { event, attempt_id, answers });

test('starting a quiz while an attempt is running returns that attempt, even with concurrent requests', async () => {
  const { quiz, browser } = await quizFor();
  const answers = await Promise.all([1, 2, 3].map(() => report(browser, quiz, { event: 'quiz_started' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.flatMap(({ body }) => body.attempts.map(({ id }: Row) => id))).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({
    state: 'in_progress',
    attempts: [
      {
        number: 1,
        state: 'running',
        started_at: time(),
        due_at: null,
        score_points: null,
        max_points: 10,
        score_percent: null,
        is_passed: null,
        results: null,
      },
    ],
    attempts_left: null,
    best_score_percent: null,
  });
});

test('answers are saved as they arrive, can be replaced one by one, and are scored with partial credit', async () => {
  const { quiz, browser } = await quizFor();
  const { id } = await started(browser, quiz);
  await expectStatus(200, hand(browser, quiz, id, WRONG, 'quiz_answered'));
  const saved = await expectStatus(200, hand(browser, quiz, id, [{ question_id: 'order', choice_ids: ['w1', 'w3', 'w2', 'w4'] }], 'quiz_answered'));
  expect(saved.body.attempts[0].answers).toMatchObject([
    { question_id: 'word', text: 'marlin' },
    { question_id: 'order', choice_ids: ['w1', 'w3', 'w2', 'w4'], text: null, pairs: [] },
  ]);
  const { body } = await expectStatus(200, hand(browser, quiz, id, [{ question_id: 'word', text: 'swordfish' }]));
  expect(body).toMatchObject({
    state: 'completed',
    completed_at: time(),
    best_score_percent: 80,
    attempts: [
      {
        state: 'submitted',
        submitted_at: time(),
        score_points: 8,
        score_percent: 80,
        is_passed: true,
        needs_grading: false,
        results: [
          { question_id: 'order', points: 2, max_points: 4, is_correct: false, correct_answer: { choice_ids: ['w1', 'w2', 'w3', 'w4'] }, explanation: null },
          { question_id: 'word', points: 6, max_points: 6, is_correct: true, correct_answer: { texts: ['swordfish'] }, explanation: 'As ever.' },
        ],
      },
    ],
  });
});

test('submitting an attempt again with the same answers returns the same result, and any other change returns 409', async () => {
  const { quiz, browser } = await quizFor({ max_attempts: 1 });
  const { id } = await started(browser, quiz);
  const first = await expectStatus(200, hand(browser, quiz, id, RIGHT));
  expect((await expectStatus(200, hand(browser, quiz, id, RIGHT))).body).toEqual(first.body);
  expect((await expectStatus(200, hand(browser, quiz, id, RIGHT.toReversed()))).body.attempts).toEqual(first.body.attempts);
  expect(await refusalOf(hand(browser, quiz, id, WRONG))).toEqual([409, 'attempt_over']);
  expect(await refusalOf(hand(browser, quiz, id, RIGHT, 'quiz_answered'))).toEqual([409, 'attempt_over']);
  expect(await refusalOf(report(browser, quiz, { event: 'quiz_started' }))).toEqual([409, 'no_attempts_left']);
  expect((await progressIn(browser, quiz)).body).toMatchObject({ attempts_left: 0, attempts: [{ id, score_percent: 100 }] });
});

test('only one of two concurrent submissions with different answers is accepted', async () => {
  const { quiz, browser } = await quizFor();
  const { id } = await started(browser, quiz);
  const answers = await Promise.all([hand(browser, quiz, id, RIGHT), hand(browser, quiz, id, WRONG)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a submission is rejected if its attempt, a question or a choice is unknown', async () => {
  const { quiz, browser, courseId } = await quizFor();
  const { id } = await started(browser, quiz);
  const other = await newLearner(app, school.organisation.id, courseId);
  const elsewhere = await school.newLesson({ content_type: 'quiz', content: { questions: QUESTIONS } }, { ...shared, course_id: courseId });
  for (const foreign of [await started(other.browser, quiz), await started(browser, elsewhere)])
    expect(await faultsOf(hand(browser, quiz, foreign.id, []))).toEqual(['attempt_id unknown']);
  expect(await faultsOf(report(browser, quiz, { event: 'quiz_submitted' }))).toEqual(['attempt_id required']);
  const wrong = [{ question_id: 'nothing' }, { question_id: 'order', choice_ids: ['w1', 'w1', 'w9'] }];
  expect(await faultsOf(hand(browser, quiz, id, wrong))).toEqual([
    'answers.0.question_id unknown',
    'answers.1.choice_ids.1 duplicate',
    'answers.1.choice_ids.2 unknown',
  ]);
  expect((await progressIn(browser, quiz)).body.attempts).toMatchObject([{ state: 'running', answers: [] }]);
});

describe('a quiz with a time limit', () => {
  test('can be submitted until ten seconds after the time is up', async () => {
    const { quiz, browser } = await quizFor({ time_limit_minutes: 30 });
    const attempt = await started(browser, quiz);
    expect(attempt.due_at).toBe(time(30 * MINUTE_MS));
    app.clock.advance(30 * MINUTE_MS);
    expect(await refusalOf(hand(browser, quiz, attempt.id, RIGHT, 'quiz_answered'))).toEqual([409, 'attempt_over']);
    app.clock.advance(10_000);
    expect((await expectStatus(200, hand(browser, quiz, attempt.id, RIGHT))).body.attempts).toMatchObject([{ state: 'submitted', is_passed: true }]);
  });

  test('is scored from the answers saved in time, as of the moment the time ran out, even with concurrent reads', async () => {
    const { quiz, browser, courseId } = await courseOf({ time_limit_minutes: 30 });
    const attempt = await started(browser, quiz);
    await expectStatus(200, hand(browser, quiz, attempt.id, RIGHT, 'quiz_answered'));
    const end = time(30 * MINUTE_MS);
    app.clock.advance(30 * MINUTE_MS + 10_001);
    const looks = await Promise.all([1, 2].map(() => browser.call('get', `courses/${courseId}/curriculum/`)));
    for (const { body } of looks) expect(body).toMatchObject({ percent: 100, lessons: { results: [{ state: 'completed' }] } });
    expect((await progressIn(browser, quiz)).body).toMatchObject({
      completed_at: end,
      attempts: [{ state: 'expired', submitted_at: end, score_percent: 100, is_passed: true }],
    });
    expect(await refusalOf(hand(browser, quiz, attempt.id, RIGHT))).toEqual([409, 'attempt_over']);
    expect((await browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ state: 'completed', completed_at: end }]);
    expect((await browser.call('get', 'me/engagement/?days=2')).body).toMatchObject({ completed_lessons: 1 });
  });

  test('is scored by a job if nobody looks at the overdue attempt, while attempts with time left continue', async () => {
    const [over, running] = [await courseOf({ time_limit_minutes: 30 }), await quizFor({ time_limit_minutes: 60 })];
    for (const { browser, quiz } of [over, running]) await expectStatus(200, hand(browser, quiz, (await started(browser, quiz)).id, RIGHT, 'quiz_answered'));
    const end = time(30 * MINUTE_MS);
    app.clock.advance(30 * MINUTE_MS + 10_000);
    await runTask(app, 'finish_overdue_attempts');
    expect((await over.browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ state: 'active' }]);
    app.clock.advance(1);
    await runTask(app, 'finish_overdue_attempts');
    expect((await over.browser.call('get', 'me/enrollments/')).body.results).toMatchObject([{ state: 'completed', completed_at: end }]);
    expect((await progressIn(running.browser, running.quiz)).body.attempts).toMatchObject([{ state: 'running' }]);
  });

  test('is completed only once, even if it is passed again', async () => {
    const { quiz, browser } = await quizFor({ time_limit_minutes: 1 });
    const first = await started(browser, quiz);
    const { body } = await expectStatus(200, hand(browser, quiz, first.id, RIGHT));
    app.clock.advance(MINUTE_MS);
    const second = await started(browser, quiz);
    await expectStatus(200, hand(browser, quiz, second.id, RIGHT, 'quiz_answered'));
    app.clock.advance(2 * MINUTE_MS);
    expect((await progressIn(browser, quiz)).body).toMatchObject({ completed_at: body.completed_at, attempts: [{ state: 'expired', is_passed: true }, {}] });
    expect((await browser.call('get', 'me/engagement/')).body).toMatchObject({ completed_lessons: 1 });
  });

  test('scores an attempt without answers as zero and allows another attempt', async () => {
    const { quiz, browser } = await quizFor({ time_limit_minutes: 1, max_attempts: 2 });
    const first = await started(browser, quiz);
    app.clock.advance(2 * MINUTE_MS);
    const second = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
    expect(second.body).toMatchObject({
      attempts: [
        { number: 2, state: 'running' },
        { id: first.id, state: 'expired', score_percent: 0, is_passed: false },
      ],
      attempts_left: 0,
    });
  });

  test('ends an attempt when the lesson closes for the learner, if that is sooner', async () => {
    const { quiz, browser } = await quizFor({ time_limit_minutes: 60 }, { view_window_minutes: 10 });
    const attempt = await started(browser, quiz);
    expect(attempt.due_at).toBe(time(10 * MINUTE_MS));
    await expectStatus(200, hand(browser, quiz, attempt.id, WRONG, 'quiz_answered'));
    app.clock.advance(10 * MINUTE_MS + 5000);
    expect((await open(browser, quiz)).body).toMatchObject({ lock_reason: 'view_window_over', content: null });
    expect((await expectStatus(200, hand(browser, quiz, attempt.id, []))).body.attempts).toMatchObject([{ state: 'submitted', score_points: 0 }]);
    expect(await refusalOf(report(browser, quiz, { event: 'quiz_started' }))).toEqual([403, 'lesson_locked']);
  });
});

test('an attempt whose result depends on an essay stays undecided and needs grading', async () => {
  const essay = { type: 'essay', id: 'essay', prompt: 'Write', points: 10, grading_notes: 'Be kind' };
  const { quiz, browser } = await quizFor({ questions: [...QUESTIONS, essay], passing_score_percent: 60 });
  const { id } = await started(browser, quiz);
  const { body, text } = await expectStatus(200, hand(browser, quiz, id, [...RIGHT, { question_id: 'essay', text: 'Once upon a time' }]));
  expect(body).toMatchObject({
    state: 'in_progress',
    attempts: [{ score_points: 10, max_points: 20, score_percent: 50, is_passed: null, needs_grading: true }],
  });
  expect(body.attempts[0].results[2]).toMatchObject({ question_id: 'essay', points: null, is_correct: null, correct_answer: null });
  expect(text).not.toContain('Be kind');
});

test('a quiz in which nothing can be earned is completed by a wrong answer, without a score, and counts for nothing in the gradebook', async () => {
  const { quiz, browser, courseId } = await courseOf({ questions: QUESTIONS.map((question) => ({ ...question, points: 0 })) });
  const { id } = await started(browser, quiz);
  expect((await expectStatus(200, hand(browser, quiz, id, WRONG))).body).toMatchObject({
    state: 'completed',
    best_score_percent: null,
    attempts: [{ score_points: 0, max_points: 0, score_percent: null, is_passed: true }],
  });
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, school.browser.call('get', `courses/${courseId}/gradebook/`));
  expect(body.results).toMatchObject([{ current: { percent: null }, final: { percent: null }, cells: [{ state: 'graded', score: 0 }] }]);
});

test('a quiz without content cannot be started, but a running attempt can still be submitted', async () => {
  const { quiz, browser } = await quizFor();
  const { id } = await started(browser, quiz);
  await app.database.pool.query('update lessons set content = null where id = $1', [quiz.id]);
  expect(await faultsOf(report(browser, quiz, { event: 'quiz_started' }))).toEqual(['event not_allowed']);
  expect((await expectStatus(200, hand(browser, quiz, id, RIGHT))).body.attempts).toMatchObject([{ score_percent: 100, results: null }]);
  expect((await expectStatus(200, open(browser, quiz))).body).toMatchObject({ content: null, lock_reason: null });
});

test('a running attempt keeps its questions when the quiz is changed', async () => {
  const { quiz, browser } = await quizFor();
  const { id } = await started(browser, quiz);
  const changed = { questions: [{ type: 'true_false', id: 'new', prompt: 'New?', points: 1, explanation: null, correct: true }] };
  await app.database.pool.query(`update lessons set content = content || $2::jsonb where id = $1`, [quiz.id, JSON.stringify(changed)]);
  expect((await open(browser, quiz)).body.content.questions.map(({ id: question }: Row) => question)).toEqual(['order', 'word']);
  expect((await expectStatus(200, hand(browser, quiz, id, RIGHT))).body.attempts).toMatchObject([{ score_percent: 100 }]);
  expect((await view(browser, quiz)).body.content).toMatchObject({ questions: [], question_count: 1, max_points: 1 });
});

test('a quiz shows its questions only while an attempt is running, and before only its instructions, size and limits', async () => {
  const limits = {
    instructions: 'Think first.',
    max_attempts: 2,
    time_limit_minutes: 5,
    passing_score_percent: 60,
    show_answers: 'never',
    wrong_penalty: 'half',
    allow_negative: true,
  };
  const { quiz, browser } = await quizFor(limits, { is_free_preview: true });
  const cover = { ...limits, questions: [], question_count: 2, max_points: 10, answer_points: [], extra_minutes: 0 };
  const visitor = await newLearner(app, school.organisation.id, school.courseId);
  expect((await expectStatus(200, view(visitor.browser, quiz))).body.content).toEqual(cover);
  expect((await open(browser, quiz)).body.content).toEqual(cover);
  const { id, questions } = await started(browser, quiz);
  expect((await view(browser, quiz)).body.content).toEqual({ ...cover, questions });
  await expectStatus(200, hand(browser, quiz, id, WRONG));
  expect((await view(browser, quiz)).body.content).toEqual(cover);
  const next = await started(browser, quiz);
  expect((await view(browser, quiz)).body.content.questions).toEqual(next.questions);
});

test('an essay must keep to its number of words when it is submitted, but not while it is being written', async () => {
  const essay = (id: string, fields: object) => ({ type: 'essay', id, prompt: 'Write', points: 1, ...fields });
  const { quiz, browser } = await quizFor({ questions: [essay('long', { min_words: 3 }), essay('short', { max_words: 3 }), essay('free', {})] });
  const { id } = await started(browser, quiz);
  const text = (question_id: string, words: string) => ({ question_id, text: words });
  await expectStatus(200, hand(browser, quiz, id, [text('long', 'Just two'), text('free', '')], 'quiz_answered'));
  expect(await faultsOf(hand(browser, quiz, id))).toEqual(['answers too_short']);
  expect(await faultsOf(hand(browser, quiz, id, [text('free', 'x'), text('short', 'one two three four'), text('long', 'Only, two!')]))).toEqual([
    'answers.2.text too_short',
    'answers.1.text too_long',
  ]);
  expect((await progressIn(browser, quiz)).body.attempts).toMatchObject([{ state: 'running' }]);
  const { body } = await expectStatus(200, hand(browser, quiz, id, [text('long', '我喜欢学习'), text('short', ' ')]));
  expect(body.attempts).toMatchObject([{ state: 'submitted', needs_grading: true }]);
});

test.each([
  ['after_attempt', true, true],
  ['after_passing', false, true],
  ['never', false, false],
])('with show_answers %s the answers are shown after failing: %s, after passing: %s', async (show_answers, afterFailing, afterPassing) => {
  const { quiz, browser } = await quizFor({ show_answers });
  const shown = async (answers: object[]) => {
    const { id } = await started(browser, quiz);
    const { body, text } = await expectStatus(200, hand(browser, quiz, id, answers));
    expect(text.includes('As ever.')).toBe(body.attempts[0].results !== null);
    return body.attempts.map(({ results }: { results: unknown }) => results !== null);
  };
  expect(await shown(WRONG)).toEqual([afterFailing]);
  expect(await shown(RIGHT)).toEqual([afterPassing, afterPassing]);
  await app.database.pool.query(`update lessons set content = jsonb_set(content, '{show_answers}', '"never"') where id = $1`, [quiz.id]);
  expect((await progressIn(browser, quiz)).body.attempts).toMatchObject([{ results: null }, { results: null }]);
});

test('no response contains an answer key, an explanation or a grading note before the quiz shows them, whatever the questions', async () => {
  const many = fc.uniqueArray(anyQuestion, { minLength: 12, maxLength: 12, selector: ({ question }) => question.id });
  const isEssay = ({ question }: Asked) => question.type === 'essay';
  // An essay leaves undecided whether the quiz is passed.
  const lists = fc.sample(many, { numRuns: countOf(6, 2), seed: 5 }).map((list, place) => (place % 2 ? list.filter((one) => !isEssay(one)) : list));
  expect(new Set(lists.flat().map(({ question }) => question.type)).size).toBe(8);
  expect(lists.map((list) => list.some(isEssay)).slice(0, 2)).toEqual([true, false]);
  for (const list of lists) {
    const questions = list.map(({ question }) => question);
    const { quiz, browser, courseId } = await quizFor({
      questions,
      show_answers: 'after_passing',
      shuffle_questions: true,
      shuffle_choices: true,
      passing_score_percent: 100,
    });
    const texts = [(await open(browser, quiz)).text];
    const attempt = await started(browser, quiz);
    texts.push((await open(browser, quiz)).text, (await progressIn(browser, quiz)).text, (await browser.call('get', `courses/${courseId}/curriculum/`)).text);
    const { text, body } = await expectStatus(
      200,
      hand(
        browser,
        quiz,
        attempt.id,
        list.map(({ answer }) => sent(answer)),
      ),
    );
    if (body.attempts[0].is_passed !== true)
      texts.push(text, (await progressIn(browser, quiz)).text, (await browser.call('get', `me/courses/${courseId}/progress/`)).text);
    for (const one of texts) expect(one).not.toMatch(/key-|correct_|accepted_answers|grading_notes|"explanation":"/);
    const paper = JSON.parse(texts[1] as string).content.questions;
    expect(paper).toEqual(attempt.questions);
    const again = await started(browser, quiz);
    const passed = await expectStatus(200, hand(browser, quiz, again.id, questions.map(keyOf).map(sent)));
    const hasEssay = questions.some(({ type, points }) => type === 'essay' && points > 0);
    expect(passed.body.attempts[0].is_passed).toBe(!hasEssay);
  }
});

/** Removes fields that are null, because a request omits them. */
const sent = (answer: object) => Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));

test('staff see the answer key, and a learner of another course does not', async () => {
  const { quiz } = await quizFor();
  expect((await expectStatus(200, school.browser.call('get', lessonPath(quiz)))).body.content.questions).toMatchObject(QUESTIONS);
  const other = await quizFor({}, { is_free_preview: true });
  const stranger = await newLearner(app, school.organisation.id, school.courseId);
  const { body } = await expectStatus(200, open(stranger.browser, other.quiz));
  expect(JSON.stringify(body)).not.toMatch(/swordfish|As ever/);
  expect((await open(stranger.browser, other.quiz)).body.content).toEqual(body.content);
});
