import type { Shape } from '../../../kernel/contract.ts';
import { type CourseFormat, UnreadableCourse } from './format.ts';
import { asMarkdown, choiceId, type FoundQuestion, questionCourse } from './question-course.ts';
import { nameOf, readText } from './text-course.ts';

const CHOICE = /^([A-Z])[.)](.*)$/;
const MOST_QUESTIONS = 20_000;
/** The answer line, in which the letter may be written as before its choice. */
const ANSWER = /^ANSWER:(?: *([A-Z])(?![A-Za-z]))?/;

/** Single-choice questions in Moodle's Aiken format: the text, choices that begin with a letter, and the line `ANSWER:`. */
export const aiken: CourseFormat = {
  name: 'aiken',
  recognises: (head) => /^ANSWER: *[A-Z][.)]? *$/m.test(head.toString().replaceAll('\r', '\n')),
  async read(file) {
    const title = nameOf(file.name);
    return questionCourse(title, [{ title, questions: [...questionsOf(await readText(file))] }]);
  },
};

const INVALID = { outcome: 'skipped', kind: 'question_invalid' } as const;
const CHOICES_LOST = { outcome: 'changed', kind: 'choices_lost' } as const;

interface Draft {
  line: number;
  prompt: string[];
  choices: { letter: string; text: string }[];
  /** Whether a blank line has ended the question, because it begins with a choice that belongs to no question. Only an answer line can still follow. */
  isOver: boolean;
}

function* questionsOf(text: string): Generator<FoundQuestion> {
  let draft: Draft | undefined;
  let count = 0;
  const begin = (line: number, prompt: string[] = []): Draft => {
    if (++count > MOST_QUESTIONS) throw new UnreadableCourse('too_complex');
    return { line, prompt, choices: [], isOver: false };
  };
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') {
      if (draft && draft.choices.length === 0 && isChoice(draft.prompt[0])) draft.isOver = true;
      continue;
    }
    const answer = ANSWER.exec(line);
    if (draft?.isOver && !answer) {
      yield invalid(draft);
      draft = undefined;
    }
    draft ??= begin(index + 1);
    const [, letter, choice = ''] = CHOICE.exec(line) ?? [];
    if (answer) {
      yield questionOf(draft, answer[1], line);
      draft = undefined;
    } else if (letter !== undefined && draft.prompt.length > 0) draft.choices.push({ letter, text: choice.trim() });
    else if (draft.choices.length === 0) draft.prompt.push(line);
    else {
      yield invalid(draft);
      draft = begin(index + 1, [line]);
    }
  }
  if (draft) yield invalid(draft);
}

const isChoice = (line: string | undefined): boolean => line !== undefined && CHOICE.test(line);

const invalid = ({ line, prompt }: Draft, title = ''): FoundQuestion => ({ line, title: prompt[0] ?? title, losses: [INVALID] });

function questionOf(draft: Draft, answer: string | undefined, answerLine: string): FoundQuestion {
  const { line, prompt, isOver } = draft;
  const choices = draft.choices.filter(({ text }) => text !== '');
  const correct = choices.findIndex(({ letter }) => letter === answer);
  const letters = new Set(draft.choices.map(({ letter }) => letter));
  const [, first] = CHOICE.exec(prompt[0] ?? '') ?? [];
  // A line that looks like a choice can be a question, as in `A. Lincoln was`, unless that choice is missing among the others.
  const isOrphan = isOver || (first !== undefined && !letters.has(first));
  if (prompt.length === 0 || isOrphan || correct < 0 || letters.size < draft.choices.length) return invalid(draft, answerLine);
  const question = {
    type: 'single',
    prompt: asMarkdown(prompt.join('\n')),
    choices: choices.map(({ text }, index) => ({ id: choiceId(index), text: asMarkdown(text) })),
    correct_choice_id: choiceId(correct),
  } as Shape<'SingleChoiceQuestion'>;
  return { line, title: prompt[0] as string, question, losses: choices.length < draft.choices.length ? [CHOICES_LOST] : [] };
}
