import fc from 'fast-check';
import type { Shape } from '../../../../src/domain/kernel/contract.ts';
import type { Answer, Question } from '../../../../src/domain/learning/quizzes/answers.ts';
import { isReachable, type RegradeRule, scoreQuiz } from '../../../../src/domain/learning/quizzes/score.ts';
import { withRightPoints } from '../../../../src/domain/studio/lesson-content/answer-points.ts';
import { anyQuestion, keyOf, NO_ANSWER } from '../../../support/questions.ts';

type AnswerPoints = Shape<'AnswerPoints'>;

const common = { id: 'q', prompt: 'Which?', points: 1, explanation: null };
const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }));
const pairs = ['1', '2', '3', '4'].map((id) => ({ id, left: id, right: `right ${id}` }));
const right = (id: string) => ({ id, right: `right ${id}` });

/** A quiz as it is stored. */
function quizOf(questions: object[], fields: Partial<Shape<'QuizContent'>> = {}): Shape<'QuizContent'> {
  return withRightPoints({
    questions: questions as Question[],
    passing_score_percent: 50,
    double_mark: 'review',
    instructions: null,
    max_attempts: null,
    time_limit_minutes: null,
    shuffle_questions: false,
    shuffle_choices: false,
    show_answers: 'after_attempt',
    due: { kind: 'none' },
    wrong_penalty: 'none',
    allow_negative: true,
    answer_points: null,
    ...fields,
  });
}
const given = (answer: Partial<Answer>): Answer => ({ ...NO_ANSWER, question_id: 'q', ...answer });
const pointsFor = (question: object, answer_points: AnswerPoints, answer: Partial<Answer> | null) =>
  scoreQuiz(quizOf([{ ...common, ...question }], { answer_points }), answer ? [given(answer)] : []).results[0]?.points;

const single = { type: 'single', choices: items, correct_choice_id: 'b' };
const statement = { type: 'true_false', correct: false };
const multiple = { type: 'multiple', choices: items, correct_choice_ids: ['a', 'b'], partial_credit: true };
const strict = { ...multiple, partial_credit: false };
const word = { type: 'short_text', accepted_answers: ['Lisbon'], case_sensitive: false };
const number = { type: 'numeric', correct_value: 4, tolerance: 0.5, unit: null };
const matching = { type: 'matching', pairs, distractors: ['none'] };
const ordering = { type: 'ordering', items };

const RULE = { right: 3, wrong: -1, empty: 0.25 };

test.each<[what: string, question: object, answer: Partial<Answer> | null, points: number]>([
  ['single: the correct choice', single, { choice_ids: ['b'] }, 3],
  ['single: another choice', single, { choice_ids: ['a'] }, -1],
  ['single: two marks on paper', single, { choice_ids: ['a', 'b'] }, -1],
  ['single: no choice', single, {}, 0.25],
  ['single: a row that is not there', single, null, 0.25],
  ['true_false: the correct value', statement, { is_true: false }, 3],
  ['true_false: the other value', statement, { is_true: true }, -1],
  ['true_false: two marks on paper', statement, { choice_ids: ['true', 'false'] }, -1],
  ['true_false: no value', statement, { is_true: null }, 0.25],
  ['multiple: all correct choices', multiple, { choice_ids: ['b', 'a'] }, 3],
  ['multiple with partial credit: one of two correct choices', multiple, { choice_ids: ['a'] }, 1.5],
  ['multiple with partial credit: two correct choices and a wrong one', multiple, { choice_ids: ['a', 'b', 'c'] }, 1.5],
  ['multiple with partial credit: as many wrong choices as correct ones', multiple, { choice_ids: ['a', 'c'] }, -1],
  ['multiple with partial credit: no choice', multiple, {}, 0.25],
  ['multiple without partial credit: one of two correct choices', strict, { choice_ids: ['a'] }, -1],
  ['multiple without partial credit: two correct choices and a wrong one', strict, { choice_ids: ['a', 'b', 'c'] }, -1],
  ['multiple without partial credit: no choice', strict, {}, 0.25],
  ['short_text: an accepted answer', word, { text: ' LISBON' }, 3],
  ['short_text: another one', word, { text: 'Porto' }, -1],
  ['short_text: white space', word, { text: ' \n\t' }, 0.25],
  ['short_text: characters that nobody sees', word, { text: '\u200B \u3164' }, 0.25],
  ['numeric: within the tolerance', number, { number: 4.5 }, 3],
  ['numeric: outside of it', number, { number: 4.6 }, -1],
  ['numeric: 0 is an answer', number, { number: 0 }, -1],
  ['numeric: no number', number, { number: null }, 0.25],
  ['matching: all pairs', matching, { pairs: ['1', '2', '3', '4'].map(right) }, 3],
  ['matching: one of four pairs', matching, { pairs: [right('1'), { id: '2', right: 'none' }] }, 0.75],
  ['matching: no correct pair', matching, { pairs: [{ id: '1', right: 'none' }] }, -1],
  ['matching: no pair', matching, {}, 0.25],
  ['ordering: all in place', ordering, { choice_ids: ['a', 'b', 'c', 'd'] }, 3],
  ['ordering: two of four in place', ordering, { choice_ids: ['a', 'b', 'd', 'c'] }, 1.5],
  ['ordering: none in place', ordering, { choice_ids: ['d', 'a', 'b', 'c'] }, -1],
  ['ordering: nothing ordered', ordering, {}, 0.25],
])('with 3 for right, -1 for wrong and 0.25 for empty answers, %s earns the expected points', (_what, question, answer, points) => {
  expect(pointsFor(question, RULE, answer)).toBe(points);
});

test.each<[what: string, rule: AnswerPoints, answer: Partial<Answer>, points: number]>([
  ['one of two correct choices earns a third of 0.05 points, rounded half up', { right: 0.05, wrong: 0, empty: 0 }, { choice_ids: ['a'] }, 0.03],
  ['an answer that is correct in part earns no less than a wrong one', { right: 3, wrong: 2, empty: 0 }, { choice_ids: ['a'] }, 2],
  ['a wrong answer can earn more than an empty one', { right: 3, wrong: 2, empty: 0 }, { choice_ids: ['c'] }, 2],
  ['a wrong answer can cost more than a right one earns', { right: 1, wrong: -2.5, empty: 0 }, { choice_ids: ['c'] }, -2.5],
  ['an empty answer can cost points', { right: 1, wrong: -1, empty: -0.5 }, {}, -0.5],
  ['a right answer that earns nothing costs nothing', { right: 0, wrong: -1, empty: 0 }, { choice_ids: ['a', 'b'] }, 0],
])('%s', (_what, rule, answer, points) => {
  expect(pointsFor(multiple, rule, answer)).toBe(points);
});

test('points of a question win over those and the penalty of the quiz, null leaves it to the quiz, and essays are outside of all of it', () => {
  const own = { right: 5, wrong: -2, empty: 1 };
  const questions = [
    { ...common, ...single, id: 'own', answer_points: own },
    { ...common, ...single, id: 'null', answer_points: null },
    { ...common, ...single, id: 'none' },
    { ...common, type: 'essay', id: 'essay', points: 7, min_words: null, max_words: null, grading_notes: null },
  ];
  const wrong = questions.map(({ id }) => given({ question_id: id, choice_ids: ['a'] }));
  const results = (quiz: Shape<'QuizContent'>, answers: Answer[]) => scoreQuiz(quiz, answers).results.map(({ points, max_points }) => [points, max_points]);
  expect(results(quizOf(questions, { answer_points: RULE }), wrong)).toEqual([
    [-2, 5],
    [-1, 3],
    [-1, 3],
    [0, 7],
  ]);
  expect(results(quizOf(questions, { wrong_penalty: 'half' }), wrong)).toEqual([
    [-2, 5],
    [-0.5, 1],
    [-0.5, 1],
    [0, 7],
  ]);
  expect(results(quizOf(questions, { answer_points: RULE }), []).map(([points]) => points)).toEqual([1, 0.25, 0.25, 0]);
});

// A published example of JEE Main: of 20 questions with choices (4, -1, 0), 18 are right and 2 wrong, and of 5 with numbers (4, 0, 0), 3 are right: 84 - 2 = 82.
test('the marks of a published example of an examination with +4/-1 are the marks that are published', () => {
  const mcq = Array.from({ length: 20 }, (_, index) => ({ ...common, ...single, id: `a${index}` }));
  const numbers = Array.from({ length: 5 }, (_, index) => ({ ...common, ...number, id: `b${index}`, answer_points: { right: 4, wrong: 0, empty: 0 } }));
  const answers = [
    ...mcq.map(({ id }, index) => given({ question_id: id, choice_ids: [index < 18 ? 'b' : 'c'] })),
    ...numbers.map(({ id }, index) => given({ question_id: id, number: index < 3 ? 4 : 9 })),
  ];
  const quiz = quizOf([...mcq, ...numbers], { answer_points: { right: 4, wrong: -1, empty: 0 } });
  expect(scoreQuiz(quiz, answers)).toMatchObject({ score_points: 82, max_points: 100, score_percent: 82, is_passed: true });
});

// The AMC 12 has 25 questions: 6 points for a right answer, 1.5 for an empty one and 0 for a wrong one; an empty paper has 37.5 of 150 points.
test.each([
  [25, 0, 150],
  [0, 0, 37.5],
  [0, 25, 0],
  [14, 4, 94.5],
])('of 25 questions with 6 points for right and 1.5 for empty answers, %i right and %i wrong ones make %f points', (rights, wrongs, points) => {
  const questions = Array.from({ length: 25 }, (_, index) => ({ ...common, ...single, id: `q${index}` }));
  const answers = questions.slice(0, rights + wrongs).map(({ id }, index) => given({ question_id: id, choice_ids: [index < rights ? 'b' : 'a'] }));
  expect(scoreQuiz(quizOf(questions, { answer_points: { right: 6, wrong: 0, empty: 1.5 } }), answers).score_points).toBe(points);
});

const cents = (min: number, max: number) => fc.integer({ min, max });
const anyRule = cents(0, 100_000).chain((most) => fc.record({ right: fc.constant(most), wrong: cents(-100_000, most), empty: cents(-100_000, most) }));
const inPoints = ({ right: one, wrong, empty }: AnswerPoints): AnswerPoints => ({ right: one / 100, wrong: wrong / 100, empty: empty / 100 });

test('the points of a quiz are R times right plus W times wrong plus E times empty, to the hundredth, and no less than what it can earn with a minus', () => {
  const outcomes = fc.array(fc.constantFrom('right', 'wrong', 'empty'), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(anyRule, outcomes, (rule, wanted) => {
      const questions = wanted.map((_, index) => ({ ...common, ...statement, id: `q${index}` }));
      const answers = wanted.map((outcome, index) => given({ question_id: `q${index}`, is_true: outcome === 'empty' ? null : outcome === 'wrong' }));
      const count = (outcome: string) => wanted.filter((one) => one === outcome).length;
      const total = count('right') * rule.right + count('wrong') * rule.wrong + count('empty') * rule.empty;
      const quiz = quizOf(questions, { answer_points: inPoints(rule) });
      const { score_points, max_points } = scoreQuiz(quiz, answers);
      const most = wanted.length * rule.right;
      expect([Math.round(score_points * 100), Math.round(max_points * 100)]).toEqual([Math.max(-most, total) + 0, most]);
      expect(scoreQuiz({ ...quiz, allow_negative: false }, answers).score_points).toBe(Math.max(0, total) / 100);
    }),
  );
});

const ruledQuizzes = fc
  .tuple(fc.uniqueArray(anyQuestion, { minLength: 1, maxLength: 6, selector: ({ question }) => question.id }), anyRule, fc.boolean())
  .map(([list, rule, isOwn]) => {
    const questions = list.map(({ question }) => (isOwn && question.type !== 'essay' ? { ...question, answer_points: inPoints(rule) } : question));
    return { quiz: quizOf(questions, { answer_points: isOwn ? null : inPoints(rule) }), answers: list.map(({ answer }) => answer), rule: inPoints(rule) };
  });

test('every answer earns between the least and the most that its question can give, the key earns the most, and correcting an answer never costs points', () => {
  fc.assert(
    fc.property(ruledQuizzes, ({ quiz, answers, rule }) => {
      const least = Math.min(0, rule.wrong, rule.empty);
      const { results, score_percent, score_points } = scoreQuiz(quiz, answers);
      for (const [index, { points, max_points }] of results.entries()) {
        const question = quiz.questions[index] as Question;
        expect(points === null || (points >= least && points <= max_points)).toBe(true);
        if (points !== null) expect(isReachable(quiz, question, points)).toBe(true);
        if (question.type === 'essay') continue;
        const better = scoreQuiz(quiz, answers.with(index, keyOf(question)));
        expect(better.results[index]?.points).toBe(max_points);
        expect(better.score_points).toBeGreaterThanOrEqual(score_points);
      }
      expect(Number(score_percent) >= -100 && Number(score_percent) <= 100).toBe(true);
    }),
  );
});

test.each<[what: string, rule: AnswerPoints, isTrue: boolean | null, expected: object]>([
  ['is below 0', { right: 4, wrong: -1, empty: 0 }, true, { score_points: -1, score_percent: -25, is_passed: false }],
  ['is not below -100 %', { right: 1, wrong: -3, empty: 0 }, true, { score_points: -1, score_percent: -100, is_passed: false, results: [{ points: -3 }] }],
  ['is not below 0 if there is nothing to earn', { right: 0, wrong: -3, empty: 0 }, true, { score_points: 0, score_percent: null, is_passed: true }],
  ['has no percentage if there is nothing to earn', { right: 0, wrong: -3, empty: 0 }, null, { score_points: 0, score_percent: null, is_passed: true }],
  ['is a part of the points without an answer', { right: 6, wrong: 0, empty: 1.5 }, null, { score_points: 1.5, score_percent: 25, is_passed: false }],
  ['can pass without an answer', { right: 2, wrong: 0, empty: 1 }, null, { score_points: 1, score_percent: 50, is_passed: true }],
])('the score of a quiz that may be below 0 %s', (_what, rule, isTrue, expected) => {
  const quiz = quizOf([{ ...common, ...statement }], { answer_points: rule });
  expect(scoreQuiz(quiz, [given({ is_true: isTrue })])).toMatchObject(expected);
  const { score_points } = scoreQuiz({ ...quiz, allow_negative: false }, [given({ is_true: isTrue })]);
  expect(score_points).toBe(Math.max(0, (expected as { score_points: number }).score_points));
});

test('a quiz with an ungraded essay is undecided as long as the essay can make up for wrong answers', () => {
  const essay = { ...common, type: 'essay', id: 'essay', points: 3, min_words: null, max_words: null, grading_notes: null };
  const quiz = quizOf([essay, { ...common, ...statement }], { answer_points: RULE });
  const answers = [given({ question_id: 'essay', text: 'Once' }), given({ is_true: true })];
  // 3 of 6 points at most, less 1.
  expect(scoreQuiz({ ...quiz, passing_score_percent: 33.33 }, answers).is_passed).toBeNull();
  expect(scoreQuiz({ ...quiz, passing_score_percent: 33.34 }, answers).is_passed).toBe(false);
});

describe('after a change of the key', () => {
  const turned = { ...common, ...statement, correct: true, points: 99 } as Question;
  const score = (mode: RegradeRule['mode'], isTrue: boolean | null, by: { given?: Record<string, number> } = {}) =>
    scoreQuiz(quizOf([{ ...common, ...statement }], { answer_points: RULE }), [given({ is_true: isTrue })], {
      regrade: [{ question_id: 'q', mode, question: mode.endsWith('key') ? turned : null }],
      ...by,
    });

  test.each<[mode: RegradeRule['mode'], ofFalse: number, ofTrue: number, ofNothing: number, most: number]>([
    ['new_key', -1, 3, 0.25, 3],
    ['either_key', 3, 3, 0.25, 3],
    ['full_points', 3, 3, 3, 3],
    ['leave_out', 0, 0, 0, 0],
  ])('%s scores by the points that the attempt had', (mode, ofFalse, ofTrue, ofNothing, most) => {
    expect([false, true, null].map((isTrue) => score(mode, isTrue).score_points)).toEqual([ofFalse, ofTrue, ofNothing]);
    expect(score(mode, false).max_points).toBe(most);
    expect(score(mode, false, { given: { q: -1 } })).toMatchObject({ score_points: -1, results: [{ points: -1, is_correct: false }] });
  });
});

test.each<[what: string, fields: Partial<Shape<'QuizContent'>>, question: object, least: number]>([
  ['nothing costs points', {}, single, 0],
  ['a wrong answer costs a third of 1 point', { wrong_penalty: 'third' }, single, -0.33],
  ['a wrong answer costs 1 point', { answer_points: { right: 3, wrong: -1, empty: 0 } }, single, -1],
  ['an empty answer costs more', { answer_points: { right: 3, wrong: -1, empty: -2.5 } }, single, -2.5],
  ['a wrong answer earns points', { answer_points: { right: 3, wrong: 1, empty: 2 } }, single, 0],
  ['it is an essay', { wrong_penalty: 'full' }, { type: 'essay' }, 0],
])('a person may give a question as little as its answers can earn by themselves: %s', (_what, fields, question, least) => {
  const quiz = quizOf([{ ...common, ...question }], fields);
  const asked = quiz.questions[0] as Question;
  expect([isReachable(quiz, asked, least), isReachable(quiz, asked, least - 0.01)]).toEqual([true, false]);
});
