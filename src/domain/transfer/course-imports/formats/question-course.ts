import type { Shape } from '../../../kernel/contract.ts';
import { Faults } from '../../../kernel/errors.ts';
import { checkContent } from '../../../studio/lesson-content/check-content.ts';
import type { FoundCourse, Warning } from './format.ts';
import { textCourse } from './text-course.ts';

export type Question = Shape<'QuizQuestion'>;
export type Loss = Pick<Warning, 'outcome' | 'kind'>;

/** A question of a file, and what is lost of it. It is skipped if it has no `question`. */
export interface FoundQuestion {
  /** The line on which it begins, from 1. */
  line: number;
  title: string;
  question?: Question;
  losses: readonly Loss[];
}

export interface FoundQuiz {
  title: string;
  questions: readonly FoundQuestion[];
}

const MOST_QUESTIONS = 500;
/** Limit for the questions, because a quiz may have 512 KiB with everything else in it. */
const MOST_BYTES = 400 * 1024;
const SHOWN_TITLE = 100;

/** Makes a course with one chapter of quizzes, which have no pass mark and no limit of attempts. Questions that break a rule for questions are left out. */
export function questionCourse(title: string, quizzes: readonly FoundQuiz[]): FoundCourse {
  const checked = quizzes.map((quiz) => ({ ...quiz, questions: quiz.questions.map(check) }));
  const lessons = checked.flatMap((quiz) =>
    lessonsOf(
      quiz.title,
      quiz.questions.flatMap(({ question }) => question ?? []),
    ),
  );
  const all = checked.flatMap(({ questions }) => questions);
  const warnings = all.flatMap(({ line, title: name, losses }) =>
    losses.map((loss): Warning => ({ ...loss, object_id: null, line, title: Array.from(name.trim()).slice(0, SHOWN_TITLE).join('') })),
  );
  return textCourse({ title }, [{ title, lessons }], { found: all.length, warnings });
}

/** Returns whether the rules for questions allow the question. */
export function isValidQuestion(question: Question): boolean {
  const faults = new Faults();
  checkContent('quiz', { questions: [question] } as Shape<'QuizContent'>, faults);
  return faults.list.length === 0;
}

function check(found: FoundQuestion): FoundQuestion {
  if (!found.question || isValidQuestion(found.question)) return found;
  return { line: found.line, title: found.title, losses: [{ outcome: 'skipped', kind: 'question_invalid' }] };
}

/** Returns the questions of one quiz, or of several if one cannot hold all of them. */
export function quizParts(questions: readonly Question[]): Question[][] {
  const parts: Question[][] = [];
  let bytes = 0;
  for (const question of questions) {
    const size = Buffer.byteLength(JSON.stringify(question));
    const part = parts.at(-1);
    if (part && part.length < MOST_QUESTIONS && bytes + size <= MOST_BYTES) part.push(question);
    else parts.push([question]);
    bytes = parts.at(-1)?.length === 1 ? size : bytes + size;
  }
  return parts;
}

function lessonsOf(title: string, questions: readonly Question[]) {
  const parts = quizParts(questions);
  return parts.map((part, index) => ({
    title: parts.length === 1 ? title : `${title} (${index + 1})`,
    content_type: 'quiz' as const,
    content: { questions: part, passing_score_percent: 0, max_attempts: null } as Shape<'QuizContent'>,
  }));
}

/** Returns the ID of a choice by its position. */
export const choiceId = (index: number): string => `c${index + 1}`;

const rounded = (value: number): number => Number(value.toPrecision(12));

/** Returns the answer to a question that accepts all numbers of a range: its middle, and a tolerance that reaches both ends. */
export const rangeBetween = (low: number, high: number): { correct_value: number; tolerance: number } => ({
  correct_value: rounded((low + high) / 2),
  tolerance: rounded((high - low) / 2),
});

/** Returns markdown that shows a plain text unchanged. */
export const asMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\*`[\]<&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .split('\n')
    .map((line) => line.replace(/^ {0,3}(?=[#>~=+-])/, '\\').replace(/^ {0,3}(\d{1,9})([.)])/, '$1\\$2'))
    .join('\n');
