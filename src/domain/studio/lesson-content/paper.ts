import { hash } from 'node:crypto';
import type { Shape } from '../../kernel/contract.ts';
import { answerPointsOf, rightPointsOf } from './answer-points.ts';

type Quiz = Shape<'QuizContent'>;
type Question = Shape<'QuizQuestion'>;
/** The content of a lesson, with the type that determines its shape. */
type TypedContent<Kind = Shape<'Lesson'>> = Kind extends Shape<'Lesson'> ? Pick<Kind, 'content_type' | 'content'> : never;

/**
 * Returns a lesson's content as learners see it: a quiz without its questions, which only attempts show, and an assignment without its solution unless
 * the learner's grade is posted.
 */
export function learnersContent(lesson: TypedContent, isPosted = false): Shape<'LessonView'>['content'] {
  if (lesson.content === null) return null;
  if (lesson.content_type === 'quiz') return quizCover(lesson.content, 0);
  return lesson.content_type === 'assignment' && !isPosted ? { ...lesson.content, sample_solution: null } : lesson.content;
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

/**
 * Returns what learners see of a quiz while they have no running attempt.
 * @param extra_minutes additional minutes granted to the learner, which the time limit of the quiz already includes
 */
export function quizCover(quiz: Quiz, extra_minutes: number): Shape<'QuizPaper'> {
  const { instructions, questions, max_attempts, time_limit_minutes, passing_score_percent, show_answers } = quiz;
  // Attempts that began before quizzes had penalties lack both fields.
  const { wrong_penalty = 'none', allow_negative = false } = quiz;
  return {
    instructions,
    questions: [],
    question_count: questions.length,
    max_points: maxPoints(quiz),
    max_attempts: max_attempts ?? null,
    time_limit_minutes,
    extra_minutes,
    passing_score_percent,
    show_answers,
    wrong_penalty,
    allow_negative,
    answer_points: countedPoints(quiz),
  };
}

/** Returns the points that answers give, each with the number of questions to which they apply. */
function countedPoints(quiz: Quiz): Shape<'CountedAnswerPoints'>[] {
  const all = quiz.questions.flatMap((question) => answerPointsOf(quiz, question) ?? []);
  const groups = Map.groupBy(all, ({ right, wrong, empty }) => [right, wrong, empty].join(' '));
  return [...groups.values()].flatMap(([one, ...same]) => (one ? { question_count: 1 + same.length, ...one } : []));
}

/** Returns what learners see of a quiz during an attempt. `seed` determines the order of shuffled items. */
export const quizPaper = (quiz: Quiz, extra_minutes: number, seed: string): Shape<'QuizPaper'> => ({
  ...quizCover(quiz, extra_minutes),
  questions: quiz.questions.map((question) => paperQuestion(quiz, question, seed)),
});

/** Returns the sum of the points of all questions. Points have two decimals and are added up as whole hundredths. */
export const maxPoints = (quiz: Quiz): number => quiz.questions.reduce((total, question) => total + Math.round(rightPointsOf(quiz, question) * 100), 0) / 100;

/** Returns a question as learners see it. Every visible field is listed explicitly, so that a new kind of answer key cannot slip through. */
export function paperQuestion(quiz: Pick<Quiz, 'answer_points'>, question: Question, seed: string): Shape<'PaperQuestion'> {
  const { id = '', type, prompt, points } = question;
  const own = `${seed} ${id}`;
  const isEssay = question.type === 'essay';
  const isMatching = question.type === 'matching';
  return {
    id,
    type,
    prompt,
    points,
    answer_points: answerPointsOf(quiz, question),
    choices: choicesOf(question, own).map((choice) => ({ id: choice.id, text: choice.text })),
    lefts: isMatching ? question.pairs.map((pair) => ({ id: pair.id, text: pair.left })) : [],
    rights: isMatching ? rightsOf(question, own) : [],
    unit: question.type === 'numeric' ? question.unit : null,
    min_words: isEssay ? question.min_words : null,
    max_words: isEssay ? question.max_words : null,
  };
}

function choicesOf(question: Question, seed: string): Shape<'QuizChoice'>[] {
  if (question.type === 'single' || question.type === 'multiple') return question.choices;
  return question.type === 'ordering'
    ? keptFromKey(
        question.items,
        question.items,
        seed,
        ({ id }) => id,
        ({ text }) => text,
      )
    : [];
}

/** Returns the sides to choose from, each once, in an order that does not correspond to the left sides. */
function rightsOf({ pairs, distractors }: Shape<'MatchingQuestion'>, seed: string): string[] {
  const rights = [...new Set(pairs.map(({ right }) => right))];
  const same = (right: string) => right;
  return keptFromKey([...new Set([...rights, ...distractors])], rights, seed, same, same);
}

/**
 * Shuffles the list until it no longer begins with the answer key. All other orders stay equally likely. Items with the same text look the same, so a list of
 * only such items keeps its order.
 */
function keptFromKey<T>(list: readonly T[], key: readonly T[], seed: string, nameOf: (one: T) => string, textOf: (one: T) => string): T[] {
  const canDiffer = new Set(list.map(textOf)).size > 1;
  for (let round = 0; ; round++) {
    const order = shuffled(list, round === 0 ? seed : `${seed} ${round}`, nameOf);
    if (!canDiffer || key.some((one, place) => textOf(one) !== textOf(order[place] as T))) return order;
  }
}

/** Shuffles the list. The order is the same for the same seed, and depends on the seed and on the name of each item, never on its original position. */
function shuffled<T>(list: readonly T[], seed: string, nameOf: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, key: hash('sha256', `${seed}\0${nameOf(one)}`, 'hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
}
