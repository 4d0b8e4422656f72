import type { Shape } from '../../../kernel/contract.ts';
import { type CourseFormat, UnreadableCourse } from './format.ts';
import { asMarkdown, choiceId, type FoundQuestion, questionCourse } from './question-course.ts';
import { nameOf, readText } from './text-course.ts';

const CHOICE = /^([A-Z])[.)] *(\S.*)$/;
const MOST_QUESTIONS = 20_000;
const ANSWER = /^ANSWER: *([A-Z]) *$/;

/** Questions of single choice in Moodle's Aiken format: the text, choices that begin with a letter, and the line `ANSWER:`. */
export const aiken: CourseFormat = {
  name: 'aiken',
  recognises: (head) => /^ANSWER: *[A-Z] *$/m.test(head.toString().replaceAll('\r', '\n')),
  async read(file) {
    const title = nameOf(file.name);
    return questionCourse(title, [{ title, questions: [...questionsOf(await readText(file))] }]);
  },
};

const INVALID = { outcome: 'skipped', kind: 'question_invalid' } as const;

interface Draft {
  line: number;
  prompt: string[];
  choices: { letter: string; text: string }[];
}

function* questionsOf(text: string): Generator<FoundQuestion> {
  let draft: Draft | undefined;
  let count = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    draft ??= { line: index + 1, prompt: [], choices: [] };
    const [, letter, choice] = CHOICE.exec(line) ?? [];
    const answer = ANSWER.exec(line)?.[1];
    if (answer !== undefined) {
      if (++count > MOST_QUESTIONS) throw new UnreadableCourse('too_complex');
      yield questionOf(draft, answer);
      draft = undefined;
    } else if (letter !== undefined && choice !== undefined && draft.prompt.length > 0) draft.choices.push({ letter, text: choice });
    else if (draft.choices.length === 0) draft.prompt.push(line);
    else {
      yield invalid(draft);
      draft = { line: index + 1, prompt: [line], choices: [] };
    }
  }
  if (draft) yield invalid(draft);
}

const invalid = ({ line, prompt }: Draft): FoundQuestion => ({ line, title: prompt[0] ?? '', losses: [INVALID] });

function questionOf(draft: Draft, answer: string): FoundQuestion {
  const { line, prompt, choices } = draft;
  const correct = choices.findIndex(({ letter }) => letter === answer);
  const letters = new Set(choices.map(({ letter }) => letter));
  if (prompt.length === 0 || correct < 0 || letters.size < choices.length) return invalid(draft);
  const question = {
    type: 'single',
    prompt: asMarkdown(prompt.join('\n')),
    choices: choices.map(({ text }, index) => ({ id: choiceId(index), text: asMarkdown(text) })),
    correct_choice_id: choiceId(correct),
  } as Shape<'SingleChoiceQuestion'>;
  return { line, title: prompt[0] as string, question, losses: [] };
}
