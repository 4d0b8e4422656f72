import type { Shape } from '../../../domain/kernel/contract.ts';
import type { FieldFault } from '../../../domain/kernel/errors.ts';
import type { Visit } from '../../visit.ts';

export type Question = Shape<'PaperQuestion'>;
type Given = Shape<'GivenAnswer'>;
type Answer = Shape<'QuizAnswer'>;

/** Maximum number of questions that are shown on one page. More questions are split into pages of `PART`. */
const WHOLE = 20;
const PART = 10;

export const partSize = (count: number): number => (count <= WHOLE ? WHOLE : PART);

/** Returns the field name of a question, or of one of its choices. It contains numbers, because IDs of questions can be any text. */
export const fieldName = (question: number, choice?: number): string => (choice === undefined ? `a${question}` : `a${question}_${choice}`);

/** Returns the form fields that represent this answer. */
export function fieldsOf(question: Question, index: number, given: Given | undefined): Record<string, string> {
  const { type, choices, lefts, rights } = question;
  const one = (value: unknown): Record<string, string> => (value === null || value === undefined ? {} : { [fieldName(index)]: String(value) });
  const each = <Item>(items: readonly Item[], valueIn: (item: Item) => string | undefined): Record<string, string> =>
    Object.fromEntries(
      items.flatMap((item, at) => {
        const value = valueIn(item);
        return value === undefined ? [] : [[fieldName(index, at), value]];
      }),
    );
  if (!given) return {};
  if (type === 'single') return one(given.choice_ids[0]);
  if (type === 'true_false') return one(given.is_true);
  if (type === 'numeric') return one(given.number);
  if (type === 'multiple') return each(choices, ({ id }) => (given.choice_ids.includes(id) ? 'on' : undefined));
  if (type === 'ordering') return each(choices, ({ id }) => (given.choice_ids.includes(id) ? String(given.choice_ids.indexOf(id) + 1) : undefined));
  if (type === 'matching')
    return each(lefts, ({ id }) => {
      const pair = given.pairs.find((one_) => one_.id === id);
      return pair && String(rights.indexOf(pair.right));
    });
  return one(given.text);
}

/** Returns the submitted answer to one question, which can be empty to withdraw an earlier one; null if the form contains none; or the fault in it. */
function read(question: Question, index: number, form: Visit['form']): Answer | FieldFault | null {
  const { id: question_id, type, choices, lefts, rights } = question;
  const value = form[fieldName(index)] ?? '';
  const wrong = (code: FieldFault['code']): FieldFault => ({ field: fieldName(index), code, message: 'Please check this answer.' });
  if (type === 'multiple') return { question_id, choice_ids: choices.filter((_, at) => form[fieldName(index, at)] === 'on').map(({ id }) => id) };
  if (type === 'matching') {
    const pairs = lefts.flatMap(({ id }, at) => {
      const right = rights[Number(form[fieldName(index, at)] || 'x')];
      return right === undefined ? [] : [{ id, right }];
    });
    return { question_id, pairs };
  }
  if (type === 'ordering') {
    const places = choices.map((_, at) => Number(form[fieldName(index, at)] || 0));
    if (places.every((place) => place === 0)) return { question_id };
    const inOrder = choices.map((_, at) => choices[places.indexOf(at + 1)]);
    return inOrder.every((choice) => choice !== undefined) ? { question_id, choice_ids: inOrder.map(({ id }) => id) } : wrong('duplicate');
  }
  if (type === 'short_text' || type === 'essay') return { question_id, text: value };
  if (type === 'numeric' && value.trim() === '') return { question_id };
  if (value === '') return null;
  if (type === 'single') return { question_id, choice_ids: [value] };
  if (type === 'true_false') return { question_id, is_true: value === 'true' };
  const number = Number(value.trim().replace(/\s/g, '').replace(',', '.'));
  return Number.isFinite(number) ? { question_id, number } : wrong('type');
}

/** Field with the answers at the time when the form was shown or last saved, so that the form does not withdraw answers given in another window since. */
export const BEGAN = 'began';

const lines = (text = ''): string => text.replaceAll('\r\n', '\n');

/** Whether the answer to a question is the one that the form began with. In a form that does not contain those answers, every answer counts as changed. */
function isUnchanged(index: number, form: Visit['form']): boolean {
  const began = form[BEGAN];
  if (began === undefined) return false;
  const before = new URLSearchParams(began);
  const names = [...Object.keys(form), ...before.keys()].filter((name) => name === fieldName(index) || name.startsWith(`${fieldName(index)}_`));
  return names.every((name) => lines(form[name]) === lines(before.get(name) ?? ''));
}

interface ReadAnswers {
  answers: Answer[];
  faults: FieldFault[];
  /** Index of the question of each answer. */
  indexes: number[];
}

/** Reads the answers of a form that showed `size` questions from `first`. Unchanged answers are left out. */
export function readAnswers(questions: readonly Question[], form: Visit['form'], first: number, size: number): ReadAnswers {
  const found: ReadAnswers = { answers: [], faults: [], indexes: [] };
  for (const [offset, question] of questions.slice(first, first + size).entries()) {
    const answer = isUnchanged(first + offset, form) ? null : read(question, first + offset, form);
    if (answer === null) continue;
    if ('code' in answer) found.faults.push(answer);
    else {
      found.answers.push(answer);
      found.indexes.push(first + offset);
    }
  }
  return found;
}

export const isAnswered = (given: Given | undefined): boolean =>
  given !== undefined && (given.choice_ids.length > 0 || given.is_true !== null || given.number !== null || given.pairs.length > 0 || Boolean(given.text));
