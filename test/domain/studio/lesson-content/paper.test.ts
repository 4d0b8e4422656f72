import fc from 'fast-check';
import type { Shape } from '../../../../src/domain/kernel/contract.ts';
import type { Question } from '../../../../src/domain/learning/quizzes/answers.ts';
import { arrangeQuiz, learnersContent, quizPaper } from '../../../../src/domain/studio/lesson-content/paper.ts';
import { anyQuestion } from '../../../support/questions.ts';

const quizOf = (questions: Question[], fields: Partial<Shape<'QuizContent'>> = {}): Shape<'QuizContent'> => ({
  questions,
  passing_score_percent: 70,
  instructions: null,
  max_attempts: null,
  time_limit_minutes: null,
  shuffle_questions: false,
  shuffle_choices: false,
  show_answers: 'after_attempt',
  ...fields,
});
const quizzes = fc
  .uniqueArray(anyQuestion, { minLength: 1, maxLength: 8, selector: ({ question }) => question.id })
  .map((list) => quizOf(list.map(({ question }) => question)));

test('a quiz paper contains no key, explanation, accepted answer or grading notes', () => {
  fc.assert(
    fc.property(quizzes, fc.string(), (quiz, seed) => {
      const text = JSON.stringify(quizPaper(arrangeQuiz(quiz, seed), seed));
      expect(text).not.toContain('key-');
      expect(text).not.toMatch(/correct|accepted|explanation|notes|tolerance|partial_credit|case_sensitive|"pairs"|"items"/);
    }),
  );
});

test('the order of items in a quiz paper reveals nothing about the order of the key', () => {
  fc.assert(
    fc.property(quizzes, fc.string(), (quiz, seed) => {
      const turned = quiz.questions.map((question): Question => {
        if (question.type === 'ordering') return { ...question, items: question.items.toReversed() };
        if (question.type !== 'matching') return question;
        const rights = question.pairs.map(({ right }) => right).reverse();
        return { ...question, pairs: question.pairs.map((pair, place) => ({ ...pair, right: rights[place] ?? '' })) };
      });
      expect(quizPaper({ ...quiz, questions: turned }, seed)).toEqual(quizPaper(quiz, seed));
    }),
  );
});

test('a quiz paper is the same for the same seed and differs for other seeds', () => {
  const items = Array.from({ length: 8 }, (_, index) => ({ id: `i${index}`, text: `Item ${index}` }));
  const quiz = quizOf([{ id: 'q', type: 'ordering', prompt: 'Order!', points: 1, explanation: null, items }]);
  const papers = Array.from({ length: 50 }, (_, seed) => JSON.stringify(quizPaper(quiz, String(seed))));
  expect(quizPaper(quiz, '7')).toEqual(quizPaper(quiz, '7'));
  expect(new Set(papers).size).toBeGreaterThan(45);
});

test('both orders of two items are equally likely, so that neither can be ruled out', () => {
  const items = ['a', 'b'].map((id) => ({ id, text: id }));
  const quiz = quizOf([{ id: 'q', type: 'ordering', prompt: 'Order!', points: 1, explanation: null, items }]);
  const first = Array.from({ length: 400 }, (_, seed) => quizPaper(quiz, String(seed)).questions[0]?.choices[0]?.id);
  const share = first.filter((id) => id === 'a').length / first.length;
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.65);
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
  expect(learnersContent('assignment', assignment, 'seed')).toEqual({ ...assignment, sample_solution: null });
});
