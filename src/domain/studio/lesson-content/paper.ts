import { hash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';

type Quiz = Shape<'QuizContent'>;
type Question = Shape<'QuizQuestion'>;

/**
 * Returns a lesson's content as learners see it: without answer keys, explanations, notes for graders and solutions. `seed` determines the
 * order of shuffled items.
 */
export function learnersContent(type: Shape<'Lesson'>['content_type'], content: Shape<'LessonContent'>, seed: string): Shape<'LessonView'>['content'] {
  if (content === null) return null;
  if (type === 'quiz') return quizPaper(content as Quiz, seed);
  return type === 'assignment' ? { ...(content as Shape<'AssignmentContent'>), sample_solution: null } : content;
}

/** Returns the quiz in the order of one attempt. The items of ordering questions keep their order, because it is the answer key. */
export function arrangeQuiz(quiz: Quiz, seed: string): Quiz {
  const questions = quiz.shuffle_questions ? shuffled(quiz.questions, seed, ({ id = '' }) => id) : quiz.questions;
  if (!quiz.shuffle_choices) return { ...quiz, questions };
  const arranged = questions.map((question) =>
    question.type === 'single' || question.type === 'multiple'
      ? { ...question, choices: shuffled(question.choices, `${seed} ${question.id}`, ({ id }) => id) }
      : question,
  );
  return { ...quiz, questions: arranged };
}

export function quizPaper({ instructions, questions, max_attempts, time_limit_minutes, passing_score_percent, show_answers }: Quiz, seed: string) {
  return {
    instructions,
    questions: questions.map((question) => paperQuestion(question, seed)),
    max_attempts,
    time_limit_minutes,
    passing_score_percent,
    show_answers,
  } satisfies Shape<'QuizPaper'>;
}

/** Lists every field that a learner may see, so that a new kind of answer key cannot slip through. */
export function paperQuestion(question: Question, seed: string): Shape<'PaperQuestion'> {
  const { id = '', type, prompt, points } = question;
  const own = `${seed} ${id}`;
  const isEssay = question.type === 'essay';
  const isMatching = question.type === 'matching';
  return {
    id,
    type,
    prompt,
    points,
    choices: choicesOf(question, own).map((choice) => ({ id: choice.id, text: choice.text })),
    lefts: isMatching ? question.pairs.map((pair) => ({ id: pair.id, text: pair.left })) : [],
    rights: isMatching ? shuffled([...new Set([...question.pairs.map(({ right }) => right), ...question.distractors])], own, (right) => right) : [],
    unit: question.type === 'numeric' ? question.unit : null,
    min_words: isEssay ? question.min_words : null,
    max_words: isEssay ? question.max_words : null,
  };
}

function choicesOf(question: Question, seed: string): Shape<'QuizChoice'>[] {
  if (question.type === 'single' || question.type === 'multiple') return question.choices;
  return question.type === 'ordering' ? shuffled(question.items, seed, ({ id }) => id) : [];
}

/**
 * Returns the same order for the same seed. The order depends on the seed and on the name of each item, never on its original position: someone who
 * knows the seed and this code learns nothing about the original order, which may be the answer key.
 */
function shuffled<T>(list: readonly T[], seed: string, nameOf: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, key: hash('sha256', `${seed}\0${nameOf(one)}`, 'hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
}
