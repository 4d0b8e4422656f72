import fc from 'fast-check';
import type { Shape } from '../../../../src/domain/kernel/contract.ts';
import type { Question } from '../../../../src/domain/learning/quizzes/answers.ts';
import { arrangeQuiz, learnersContent, quizPaper } from '../../../../src/domain/studio/lesson-content/paper.ts';
import { anyQuestion } from '../../../support/questions.ts';

const quizOf = (questions: Question[], fields: Partial<Shape<'QuizContent'>> = {}): Shape<'QuizContent'> => ({
  questions,
  passing_score_percent: 70,
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
});
const quizzes = fc
  .uniqueArray(anyQuestion, { minLength: 1, maxLength: 8, selector: ({ question }) => question.id })
  .map((list) => quizOf(list.map(({ question }) => question)));

test('a quiz paper contains no key, explanation, accepted answer or grading notes', () => {
  fc.assert(
    fc.property(quizzes, fc.string(), (quiz, seed) => {
      const text = JSON.stringify(quizPaper(arrangeQuiz(quiz, seed), 0, seed));
      expect(text).not.toContain('key-');
      expect(text).not.toMatch(/correct|accepted|explanation|notes|tolerance|partial_credit|case_sensitive|"pairs"|"items"/);
    }),
  );
});

test('a quiz paper never shows the items of an ordering question in the right order, nor right sides that line up with the left sides', () => {
  fc.assert(
    fc.property(quizzes, fc.string(), (quiz, seed) => {
      const paper = quizPaper(arrangeQuiz({ ...quiz, shuffle_questions: true, shuffle_choices: true }, seed), 0, seed);
      for (const question of quiz.questions) {
        const shown = paper.questions.find(({ id }) => id === question.id);
        if (question.type === 'ordering') {
          expect(shown?.choices).not.toEqual(question.items);
          expect(shown?.choices.map(({ id }) => id).sort()).toEqual(question.items.map(({ id }) => id).sort());
        }
        if (question.type === 'matching') {
          expect(shown?.rights.slice(0, question.pairs.length)).not.toEqual(question.pairs.map(({ right }) => right));
          expect(shown?.rights.toSorted()).toEqual([...question.pairs.map(({ right }) => right), ...question.distractors].sort());
        }
      }
    }),
  );
});

test('a quiz says before it begins how many questions give what for right, wrong and empty answers, and each question says it for itself', () => {
  const statement = (id: string, fields: object = {}) =>
    ({ id, type: 'true_false', prompt: '?', points: 1, explanation: null, correct: true, ...fields }) as Question;
  const essay = { id: 'e', type: 'essay', prompt: '?', points: 2, explanation: null, min_words: null, max_words: null, grading_notes: null } as Question;
  const [rule, own] = [
    { right: 4, wrong: -1, empty: 0 },
    { right: 4, wrong: 0, empty: 0 },
  ];
  const questions = [statement('1'), statement('2', { answer_points: own }), statement('3', { answer_points: null }), essay];
  const paper = quizPaper(quizOf(questions, { answer_points: rule }), 0, 'seed');
  expect(paper.answer_points).toEqual([
    { question_count: 2, ...rule },
    { question_count: 1, ...own },
  ]);
  expect(paper.max_points).toBe(14);
  expect(paper.questions.map(({ answer_points }) => answer_points)).toEqual([rule, own, rule, null]);
  expect(quizPaper(quizOf(questions), 0, 'seed').answer_points).toEqual([{ question_count: 1, ...own }]);
});

test('items that all look the same can be shown in any order, and equal items do not hide the right order of the others', () => {
  const ordering = (...texts: string[]) =>
    quizOf([{ id: 'q', type: 'ordering', prompt: '?', points: 1, explanation: null, items: texts.map((text, place) => ({ id: `i${place}`, text })) }]);
  for (let seed = 0; seed < 50; seed++) {
    const shown = (...texts: string[]) => quizPaper(ordering(...texts), 0, String(seed)).questions[0]?.choices.map(({ text }) => text);
    expect(shown('a', 'a')).toEqual(['a', 'a']);
    expect(shown('a', 'a', 'b')).not.toEqual(['a', 'a', 'b']);
    expect(shown('a', 'b')).toEqual(['b', 'a']);
  }
});

test('a quiz paper is the same for the same seed and differs for other seeds', () => {
  const items = Array.from({ length: 8 }, (_, index) => ({ id: `i${index}`, text: `Item ${index}` }));
  const quiz = quizOf([{ id: 'q', type: 'ordering', prompt: 'Order!', points: 1, explanation: null, items }]);
  const papers = Array.from({ length: 50 }, (_, seed) => JSON.stringify(quizPaper(quiz, 0, String(seed))));
  expect(quizPaper(quiz, 0, '7')).toEqual(quizPaper(quiz, 0, '7'));
  expect(new Set(papers).size).toBeGreaterThan(45);
});

test('all other orders of three items are about equally likely', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
  const quiz = quizOf([{ id: 'q', type: 'ordering', prompt: 'Order!', points: 1, explanation: null, items }]);
  const orders = Array.from({ length: 1000 }, (_, seed) =>
    quizPaper(quiz, 0, String(seed))
      .questions[0]?.choices.map(({ id }) => id)
      .join(''),
  );
  const shares = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].map((order) => orders.filter((one) => one === order).length / orders.length);
  expect(shares[0]).toBe(0);
  for (const share of shares.slice(1)) expect(Math.abs(share - 0.2)).toBeLessThan(0.06);
});

test('an attempt has the same questions and choices as the quiz, shuffled only if the quiz says so', () => {
  const sorted = (list: readonly { id?: string }[]) => list.map(({ id }) => id).sort();
  fc.assert(
    fc.property(quizzes, fc.string(), (quiz, seed) => {
      expect(arrangeQuiz(quiz, seed)).toEqual(quiz);
      const arranged = arrangeQuiz({ ...quiz, shuffle_questions: true, shuffle_choices: true }, seed);
      expect(sorted(arranged.questions)).toEqual(sorted(quiz.questions));
      for (const question of arranged.questions) {
        const before = quiz.questions.find(({ id }) => id === question.id);
        if (question.type === 'ordering') expect(question).toEqual(before);
        if (question.type === 'single' && before?.type === 'single') expect(sorted(question.choices)).toEqual(sorted(before.choices));
      }
    }),
  );
});

test('learners do not receive the sample solution of an assignment', () => {
  const assignment: Shape<'AssignmentContent'> = {
    instructions: 'Write.',
    submission_kinds: ['text'],
    points: 100,
    due: { kind: 'none' },
    max_files: 1,
    allowed_file_extensions: [],
    sample_solution: 'key-solution',
  };
  expect(learnersContent({ content_type: 'assignment', content: assignment })).toEqual({ ...assignment, sample_solution: null });
});

test('outside an attempt, learners see the size and the limits of a quiz but none of its questions', () => {
  fc.assert(
    fc.property(quizzes, (quiz) => {
      const cover = learnersContent({ content_type: 'quiz', content: { ...quiz, instructions: 'Think.', max_attempts: 2 } });
      expect(cover).toMatchObject({ instructions: 'Think.', questions: [], question_count: quiz.questions.length, max_attempts: 2 });
      expect(JSON.stringify(cover)).not.toMatch(/prompt|choices|rights/);
    }),
  );
});
