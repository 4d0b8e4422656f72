import fc from 'fast-check';
import type { Shape } from '../../../../src/domain/kernel/contract.ts';
import { type Answer, mergeAnswers, type Question } from '../../../../src/domain/learning/quizzes/answers.ts';
import { type RegradeRule, scoreQuiz } from '../../../../src/domain/learning/quizzes/score.ts';
import { countWords } from '../../../../src/domain/learning/quizzes/text.ts';
import { quickest } from '../../../support/cpu-time.ts';
import { anyQuestion, keyOf } from '../../../support/questions.ts';

const common = { id: 'q', prompt: 'Which?', points: 1, explanation: null };
const choices = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }));
const NOTHING: Answer = { question_id: 'q', choice_ids: [], is_true: null, text: null, number: null, pairs: [] };
const pointsOf = (question: object, answer: Partial<Answer>) =>
  scoreQuiz(quizOf([{ ...common, ...question } as Question]), [{ ...NOTHING, ...answer }]).results[0]?.points ?? null;

const multiple = { type: 'multiple', choices, correct_choice_ids: ['a', 'b', 'c'], partial_credit: true };
test.each([
  [['a', 'b', 'c'], 1, 1],
  [['a', 'b'], 0.67, 0],
  [['a'], 0.33, 0],
  [['a', 'b', 'd'], 0.33, 0],
  [['a', 'd'], 0, 0],
  [['d'], 0, 0],
  [['a', 'b', 'c', 'd'], 0.67, 0],
  [[], 0, 0],
])('with three right choices, choosing %j earns %f points with partial credit and %f without', (choice_ids, partly, wholly) => {
  expect(pointsOf(multiple, { choice_ids })).toBe(partly);
  expect(pointsOf({ ...multiple, partial_credit: false }, { choice_ids })).toBe(wholly);
});

test.each([
  ['a right answer to a single-choice question', { type: 'single', choices, correct_choice_id: 'b' }, { choice_ids: ['b'] }, 1],
  ['a wrong answer to a single-choice question', { type: 'single', choices, correct_choice_id: 'b' }, { choice_ids: ['a'] }, 0],
  ['a right answer to a true statement', { type: 'true_false', correct: true }, { is_true: true }, 1],
  ['a right answer to a false statement', { type: 'true_false', correct: false }, { is_true: false }, 1],
  ['an unanswered false statement', { type: 'true_false', correct: false }, {}, 0],
  ['a matching with one of three pairs right', matching(), { pairs: [pair('1', 'one'), pair('2', 'three'), pair('3', 'two')] }, 0.33],
  ['a matching with a distractor', matching(), { pairs: [pair('1', 'one'), pair('2', 'two'), pair('3', 'four')] }, 0.67],
  ['an ordering with two of four items in place', { type: 'ordering', items: choices }, { choice_ids: ['a', 'c', 'b', 'd'] }, 0.5],
  ['an ordering shifted by one', { type: 'ordering', items: choices }, { choice_ids: ['b', 'c', 'd', 'a'] }, 0],
  ['an incomplete ordering', { type: 'ordering', items: choices }, { choice_ids: ['a'] }, 0.25],
  ['a blank essay', { type: 'essay' }, { text: ' \n' }, 0],
  ['a written essay', { type: 'essay' }, { text: 'Once' }, null],
  ['half of 0.05 points, rounded half up,', { ...multiple, points: 0.05, correct_choice_ids: ['a', 'b'] }, { choice_ids: ['a'] }, 0.03],
])('%s earns the expected points', (_what, question, answer, points) => {
  expect(pointsOf(question, answer)).toBe(points);
});

test.each(['constructor', 'toString', '__proto__'])('a question with the ID %s earns its points', (id) => {
  const question = { ...common, id, type: 'true_false', correct: true } as Question;
  expect(scoreQuiz(quizOf([question]), [{ ...NOTHING, question_id: id, is_true: true }]).score_points).toBe(1);
});

test('pairs and items that look the same are interchangeable, and each pair counts as often as it exists', () => {
  const twins = {
    type: 'matching',
    pairs: [
      { id: '1', left: 'Noun', right: 'cat' },
      { id: '2', left: 'Noun', right: 'dog' },
      { id: '3', left: 'Verb', right: 'run' },
      { id: '4', left: 'Verb', right: 'run' },
    ],
    distractors: [],
  };
  const pairs = (...rights: string[]) => pointsOf(twins, { pairs: rights.map((right, place) => pair(String(place + 1), right)) });
  expect(pairs('cat', 'dog', 'run', 'run')).toBe(1);
  expect(pairs('dog', 'cat', 'run', 'run')).toBe(1);
  expect(pairs('cat', 'cat', 'run', 'cat')).toBe(0.5);
  expect(pairs('run', 'run', 'run', 'run')).toBe(0.5);
  const items = [
    { id: 'a', text: 'stir' },
    { id: 'b', text: 'wait' },
    { id: 'c', text: 'stir' },
  ];
  expect(pointsOf({ type: 'ordering', items }, { choice_ids: ['c', 'b', 'a'] })).toBe(1);
  expect(pointsOf({ type: 'ordering', items }, { choice_ids: ['c', 'a', 'b'] })).toBe(0.33);
});

function matching() {
  return { type: 'matching', pairs: [pair('1', 'one'), pair('2', 'two'), pair('3', 'three')].map((one) => ({ ...one, left: one.id })), distractors: ['four'] };
}
function pair(id: string, right: string) {
  return { id, right };
}

test.each([
  ['  Lisbon ', true],
  ['LISBON', true],
  ['New\u00a0 \tYork', true],
  ['Sa\u0303o Paulo', true],
  ['Lisboa', false],
  ['', false],
])('a short text %j is accepted: %s', (text, isRight) => {
  const question = { type: 'short_text', accepted_answers: ['Lisbon', 'new york', 'São Paulo'], case_sensitive: false };
  expect(pointsOf(question, { text })).toBe(isRight ? 1 : 0);
});

test.each([
  ['straße', 'STRASSE', true],
  ['STRAẞE', 'strasse', true],
  ['Ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ', true],
  ['λόγος', 'λόγοσ', true],
  ['ſtill', 'Still', true],
  ['İstanbul', 'i̇stanbul', true],
  ['ısı', 'ISI', true],
  ['ısı', 'ısı', true],
  ['ISI', 'isi', true],
  ['mass', 'maß', true],
  ['é', 'e', false],
])('without regard to case, %j accepts %j: %s', (accepted, text, isRight) => {
  expect(pointsOf({ type: 'short_text', accepted_answers: [accepted], case_sensitive: false }, { text })).toBe(isRight ? 1 : 0);
});

test.each([
  ['', 0],
  ['One, two – three!', 3],
  ["don't stop", 2],
  ['我喜欢学习', 3],
  ['ฉันชอบเรียน', 3],
  ['**Über** 3.14 _Straßen_', 3],
])('the words of %j are counted: %i', (text, words) => {
  expect(countWords(text, 100)).toBe(words);
});

test('a case-sensitive short text must match in case', () => {
  const question = { type: 'short_text', accepted_answers: ['pH'], case_sensitive: true };
  expect([pointsOf(question, { text: ' pH' }), pointsOf(question, { text: 'PH' })]).toEqual([1, 0]);
});

test.each([
  [0.1 + 0.2, 0.3, 0, true],
  [0.4, 0.3, 0.1, true],
  [0.2, 0.3, 0.1, true],
  [0.4001, 0.3, 0.1, false],
  [1.1 * 3, 3.3, 0, true],
  [0, 0, 0, true],
  [1e-12, 0, 0, false],
  [999_999_999_999_999, 1_000_000_000_000_000, 0, false],
  [-5, 5, 10, true],
  [-5.01, 5, 10, false],
])('the number %f is right for %f with a tolerance of %f: %s', (number, correct_value, tolerance, isRight) => {
  expect(pointsOf({ type: 'numeric', correct_value, tolerance, unit: null }, { number })).toBe(isRight ? 1 : 0);
});

function quizOf(questions: Question[], passing_score_percent = 70, fields: Partial<Shape<'QuizContent'>> = {}): Shape<'QuizContent'> {
  return {
    questions,
    passing_score_percent,
    double_mark: 'review',
    instructions: null,
    max_attempts: null,
    time_limit_minutes: null,
    shuffle_questions: false,
    shuffle_choices: false,
    show_answers: 'after_attempt',
    due: { kind: 'none' },
    wrong_penalty: 'none',
    allow_negative: false,
    answer_points: null,
    ...fields,
  };
}
const essay: Question = { ...common, id: 'essay', type: 'essay', points: 3, min_words: null, max_words: null, grading_notes: null };
const fact: Question = { ...common, id: 'fact', type: 'true_false', correct: true, points: 7 };
const written: Answer = { ...NOTHING, question_id: 'essay', text: 'Once' };
const right: Answer = { ...NOTHING, question_id: 'fact', is_true: true };

test.each([
  ['there are enough points without it', 70, [written, right], true],
  ['it decides', 71, [written, right], null],
  ['there are not enough points even with it', 31, [written], false],
  ['it was not written', 71, [right], false],
])('a quiz with an ungraded essay is undecided only if the essay decides it: %s', (_what, passing, answers, isPassed) => {
  expect(scoreQuiz(quizOf([essay, fact], passing), answers).is_passed).toBe(isPassed);
});

test('a score just below the passing score is not rounded up', () => {
  const questions = Array.from({ length: 3 }, (_, index): Question => ({ ...fact, id: `q${index}`, points: 1 }));
  const answers = questions.slice(1).map(({ id = '' }) => ({ ...right, question_id: id }));
  expect(scoreQuiz(quizOf(questions, 66.67), answers)).toMatchObject({ score_percent: 66.66, is_passed: false });
  expect(scoreQuiz(quizOf(questions, 66.66), answers)).toMatchObject({ score_percent: 66.66, is_passed: true });
});

test('a quiz without points is passed when it is submitted, and has no score, whatever is answered or left out', () => {
  const passed = { score_points: 0, max_points: 0, score_percent: null, is_passed: true };
  const wrong = { ...right, is_true: false };
  for (const answers of [[], [right], [wrong]]) expect(scoreQuiz(quizOf([{ ...fact, points: 0 }]), answers)).toMatchObject(passed);
  expect(scoreQuiz(quizOf([fact]), [wrong], { regrade: [{ question_id: fact.id ?? '', mode: 'leave_out', question: null }] })).toMatchObject(passed);
});

function quizWithAnswers() {
  return fc
    .uniqueArray(anyQuestion, { minLength: 1, maxLength: 8, selector: ({ question }) => question.id })
    .map((list) => ({ quiz: quizOf(list.map(({ question }) => question)), answers: list.map(({ answer }) => answer) }));
}

test('a score is the sum of the points of its questions and lies between 0 and the maximum', () => {
  fc.assert(
    fc.property(quizWithAnswers(), ({ quiz, answers }) => {
      const { results, score_points, max_points, score_percent } = scoreQuiz(quiz, answers);
      expect(score_percent === null).toBe(max_points === 0);
      for (const { points, max_points: most } of results) expect(points === null || (points >= 0 && points <= most)).toBe(true);
      // The points of each question are rounded for display, their sum is not made of rounded numbers.
      const shown = results.reduce((sum, { points }) => sum + (points ?? 0), 0);
      expect(Math.abs(score_points - shown)).toBeLessThanOrEqual(0.005 * (results.length + 1) + 1e-9);
      expect(score_points >= 0 && score_points <= max_points && Number(score_percent) >= 0 && Number(score_percent) <= 100).toBe(true);
      expect(Math.round(score_points * 100) / 100).toBe(score_points);
    }),
  );
});

test('the points of questions are added up exactly and rounded once', () => {
  const third = { ...multiple, points: 1 };
  const questions = ['a', 'b', 'c'].map((id) => ({ ...common, ...third, id })) as Question[];
  const answers = questions.map(({ id = '' }) => ({ ...NOTHING, question_id: id, choice_ids: ['a'] }));
  expect(scoreQuiz(quizOf(questions, 33.33), answers)).toMatchObject({ score_points: 1, score_percent: 33.33, is_passed: true });
  expect(scoreQuiz(quizOf(questions.slice(1), 33.34), answers)).toMatchObject({ score_points: 0.67, score_percent: 33.33, is_passed: false });
});

test.each([
  ['none', 0, 0],
  ['quarter', -1.75, -25],
  ['third', -2.33, -33.34],
  ['half', -3.5, -50],
  ['full', -7, -100],
] as const)(
  'with the penalty %s, a wrong answer to a question with 7 points earns %f points if the quiz may score below 0',
  (wrong_penalty, points, percent) => {
    const wrong = { ...right, is_true: false };
    const blank = { ...right, is_true: null };
    const negative = quizOf([fact], 70, { wrong_penalty, allow_negative: true });
    expect(scoreQuiz(negative, [wrong])).toMatchObject({ score_points: points, score_percent: percent, results: [{ points }] });
    expect(scoreQuiz(negative, [blank])).toMatchObject({ score_points: 0, results: [{ points: 0 }] });
    expect(scoreQuiz(negative, [])).toMatchObject({ score_points: 0 });
    expect(scoreQuiz(quizOf([fact], 70, { wrong_penalty }), [wrong])).toMatchObject({ score_points: 0, score_percent: 0, results: [{ points }] });
  },
);

test('a penalty takes away what other questions earned, and an answer that is partly right has none', () => {
  const fields = { wrong_penalty: 'third' as const };
  const quiz = quizOf([fact, { ...fact, id: 'other', points: 2 }, { ...common, ...multiple, id: 'many', points: 3 } as Question], 70, fields);
  const many = { ...NOTHING, question_id: 'many', choice_ids: ['a'] };
  expect(scoreQuiz(quiz, [right, { ...right, question_id: 'other', is_true: false }, many])).toMatchObject({
    score_points: 7.33,
    results: [{ points: 7 }, { points: -0.67 }, { points: 1 }],
  });
});

test('a quiz with a penalty and an ungraded essay is undecided as long as the essay can make up for the penalty', () => {
  const quiz = (passing: number) => quizOf([essay, fact], passing, { wrong_penalty: 'quarter', allow_negative: true });
  const answers = [written, { ...right, is_true: false }];
  expect(scoreQuiz(quiz(12.5), answers).is_passed).toBeNull();
  expect(scoreQuiz(quiz(12.51), answers).is_passed).toBe(false);
});

describe('after a change of the key', () => {
  const rule = (mode: RegradeRule['mode'], question: Question | null = null): RegradeRule => ({ question_id: 'fact', mode, question });
  const turned: Question = { ...fact, correct: false, points: 99 };
  const wrong = { ...right, is_true: false };
  const points = (regrade: RegradeRule[], ...answers: Answer[]) => scoreQuiz(quizOf([fact]), answers, { regrade }).score_points;

  test('new_key scores by the new key and the points of the attempt, either_key by the better of both, and full_points even without an answer', () => {
    expect([points([rule('new_key', turned)], right), points([rule('new_key', turned)], wrong)]).toEqual([0, 7]);
    expect([points([rule('either_key', turned)], right), points([rule('either_key', turned)], wrong)]).toEqual([7, 7]);
    expect([points([rule('full_points')], wrong), points([rule('full_points')])]).toEqual([7, 7]);
    expect(points([rule('either_key', turned)])).toBe(0);
  });

  test('leave_out takes the question out of the points to earn', () => {
    const quiz = quizOf([fact, { ...fact, id: 'other', points: 3 }]);
    const answers = [wrong, { ...right, question_id: 'other' }];
    expect(scoreQuiz(quiz, answers, { regrade: [rule('leave_out')] })).toMatchObject({ score_points: 3, max_points: 3, score_percent: 100, is_passed: true });
  });

  test('a key of another type of question does not fit, and the attempt keeps its own', () => {
    expect(points([rule('new_key', { ...essay, id: 'fact' })], right)).toBe(7);
  });

  test('points that a person gave stay, whatever the rule says', () => {
    const given = { fact: 2.5 };
    for (const mode of ['new_key', 'either_key', 'full_points', 'leave_out'] as const)
      expect(scoreQuiz(quizOf([fact]), [right], { regrade: [rule(mode, turned)], given })).toMatchObject({ score_points: 2.5, max_points: 7 });
  });

  const changed = fc.tuple(quizWithAnswers(), fc.nat(), fc.constantFrom<RegradeRule['mode'][]>('new_key', 'either_key', 'full_points', 'leave_out'));

  test('either_key and full_points never cost points, an unchanged key changes nothing, and no other question is affected', () => {
    fc.assert(
      fc.property(changed, ([{ quiz, answers }, chosen, mode]) => {
        const question = quiz.questions[chosen % quiz.questions.length] as Question;
        const id = question.id as string;
        const before = scoreQuiz(quiz, answers);
        const after = scoreQuiz(quiz, answers, { regrade: [{ question_id: id, mode, question: mode.endsWith('key') ? question : null }] });
        if (mode.endsWith('key')) expect(after).toEqual(before);
        if (mode === 'full_points') expect(after.score_points).toBeGreaterThanOrEqual(before.score_points);
        const others = (score: typeof before) => score.results.filter(({ question_id }) => question_id !== id);
        expect(others(after)).toEqual(others(before));
      }),
    );
  });

  test('either_key earns at least as much as each of the two keys alone', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.option(fc.boolean()), fc.constantFrom('none', 'third', 'full'), (one, other, is_true, wrong_penalty) => {
        const score = (correct: boolean, regrade: RegradeRule[] = []) =>
          scoreQuiz(quizOf([{ ...fact, correct } as Question], 70, { wrong_penalty, allow_negative: true }), [{ ...right, is_true }], { regrade }).score_points;
        const either = score(one, [rule('either_key', { ...fact, correct: other } as Question)]);
        expect(either).toBe(Math.max(score(one), score(other)));
      }),
    );
  });
});

test('the key earns all points, and correcting an answer never costs points', () => {
  fc.assert(
    fc.property(quizWithAnswers(), fc.nat(), ({ quiz, answers }, chosen) => {
      const keys = quiz.questions.map(keyOf);
      const all = scoreQuiz(quiz, keys);
      expect(all.results.every(({ points, max_points }, index) => quiz.questions[index]?.type === 'essay' || points === max_points)).toBe(true);
      const place = chosen % answers.length;
      if (quiz.questions[place]?.type === 'essay') return;
      const better = answers.with(place, keys[place] as Answer);
      expect(scoreQuiz(quiz, better).score_points).toBeGreaterThanOrEqual(scoreQuiz(quiz, answers).score_points);
    }),
  );
});

test('another right choice never costs points, and another wrong choice never earns points', () => {
  fc.assert(
    fc.property(fc.subarray(['a', 'b', 'c', 'd']), fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }), fc.boolean(), (chosen, rights, partial_credit) => {
      const question = { ...multiple, correct_choice_ids: rights, partial_credit };
      const points = pointsOf(question, { choice_ids: chosen }) ?? 0;
      for (const { id } of choices.filter((choice) => !chosen.includes(choice.id))) {
        const more = pointsOf(question, { choice_ids: [...chosen, id] }) ?? 0;
        if (rights.includes(id)) expect(more).toBeGreaterThanOrEqual(points);
        else expect(more).toBeLessThanOrEqual(points);
      }
    }),
  );
});

test('the order of the answers does not affect the score', () => {
  const shuffledAnswers = quizWithAnswers().chain(({ quiz, answers }) =>
    fc.tuple(fc.constant(quiz), fc.constant(answers), fc.shuffledSubarray(answers, { minLength: answers.length })),
  );
  fc.assert(fc.property(shuffledAnswers, ([quiz, answers, others]) => expect(scoreQuiz(quiz, others)).toEqual(scoreQuiz(quiz, answers))));
});

test('only the last answer to each question is kept, with only the fields that fit the question', () => {
  const question: Question = { ...common, type: 'single', choices, correct_choice_id: 'a' };
  const kept = mergeAnswers([question, fact], [right], [{ question_id: 'q', choice_ids: ['b'], text: 'not read', number: 5 }]);
  expect(kept).toEqual([right, { ...NOTHING, choice_ids: ['b'] }]);
  expect(mergeAnswers([question, fact], kept, [{ question_id: 'q', choice_ids: ['c'] }])[1]).toEqual({ ...NOTHING, choice_ids: ['c'] });
});

test.each([
  ['an unknown question', { question_id: 'x' }, 'answers.0.question_id', 'unknown'],
  ['an unknown choice', { question_id: 'q', choice_ids: ['x'] }, 'answers.0.choice_ids.0', 'unknown'],
  ['two choices for a single-choice question', { question_id: 'q', choice_ids: ['a', 'b'] }, 'answers.0.choice_ids', 'too_many'],
  ['a duplicate item', { question_id: 'o', choice_ids: ['a', 'a'] }, 'answers.0.choice_ids.1', 'duplicate'],
  ['an unknown pair', { question_id: 'm', pairs: [pair('9', 'one')] }, 'answers.0.pairs.0.id', 'unknown'],
  ['a duplicate pair', { question_id: 'm', pairs: [pair('1', 'one'), pair('1', 'two')] }, 'answers.0.pairs.1.id', 'duplicate'],
  ['an unknown right side', { question_id: 'm', pairs: [pair('1', 'nine')] }, 'answers.0.pairs.0.right', 'unknown'],
  ['too much text', { question_id: 'essay', text: 'x'.repeat(1024 * 1024) }, 'answers', 'too_large'],
])('an answer is rejected: %s', (_what, answer, field, code) => {
  const questions = [{ ...common, type: 'single', choices, correct_choice_id: 'a' }, { ...common, id: 'o', type: 'ordering', items: choices }, essay].concat({
    ...common,
    id: 'm',
    ...matching(),
  } as never) as Question[];
  expect(() => mergeAnswers(questions, [], [answer])).toThrow(expect.objectContaining({ faults: [expect.objectContaining({ field, code })] }));
});

test('a long short text takes no longer to score if the question accepts fifty answers', () => {
  const text = 'a\u0301 '.repeat(100_000);
  const score = (count: number) => () => {
    const accepted_answers = Array.from({ length: count }, (_, number) => `answer ${number}`);
    return pointsOf({ type: 'short_text', accepted_answers, case_sensitive: false }, { text });
  };
  expect(quickest(score(50))).toBeLessThan(3 * quickest(score(1)) + 10);
});
