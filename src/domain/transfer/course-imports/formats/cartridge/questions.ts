import { isValidQuestion, type Question } from '../question-course.ts';
import type { Item, Ledger } from './ledger.ts';
import type { ReadItem } from './qti-item.ts';
import { pointsOf, sharedPoints } from './qti-key.ts';
import type { BankEntry, ReadQuiz } from './qti-quiz.ts';

/**
 * Returns the questions of a quiz, with all of those from which it draws some. A text without a question is put before the next one.
 * @param name the entry of the quiz
 */
export async function readQuestions(
  ledger: Ledger,
  { parts }: ReadQuiz,
  quiz: Item,
  name: string,
  bankOf: (identifier: string) => Promise<ReadQuiz | undefined>,
): Promise<Question[]> {
  const questions: Question[] = [];
  let texts: ReadItem[] = [];
  const itemOf = ({ identifier, title }: ReadItem, drawn: string): Item => ({ place: `${name}#${drawn}${identifier}`, title });
  const take = (read: ReadItem, drawn = '', pointsPerItem?: number): void => {
    ledger.step();
    const item = itemOf(read, drawn);
    if (read.text !== null) {
      texts.push(read);
      return;
    }
    ledger.find(item);
    for (const [loss, outcome] of read.losses) ledger.lose(item, outcome, loss);
    const worth = pointsPerItem === undefined ? read.questions : sharedOut(read.questions, pointsPerItem);
    const made = worth.map((question, index) =>
      index === 0 && texts.length > 0 ? { ...question, prompt: [...texts.map(({ text }) => text), question.prompt].join('\n\n') } : question,
    );
    const isRight = made.length > 0 && made.every((question) => isValidQuestion(question));
    if (!isRight && read.questions.length > 0) ledger.skip(item, 'question_invalid');
    if (!isRight) return;
    if (pointsPerItem !== undefined && pointsOf(pointsPerItem) !== pointsPerItem) ledger.change(item, 'points_rounded', `${pointsPerItem}`);
    ledger.write(JSON.stringify(made).length);
    for (const text of texts) ledger.change(itemOf(text, drawn), 'text_moved');
    texts = [];
    questions.push(...made);
  };
  /** Takes an item, or the item of a bank to which an entry refers. */
  const takeEntry = async (part: ReadItem | BankEntry, drawn = '', pointsPerItem?: number): Promise<void> => {
    if ('identifier' in part) return take(part, drawn, pointsPerItem);
    ledger.step();
    const read = itemsByIdentifier(await bankOf(part.bank)).get(part.item);
    if (read) take(read, `${part.bank}/`, pointsPerItem);
    else ledger.skip({ place: `${name}#${part.bank}/${part.item}`, title: quiz.title }, 'bank_missing', part.bank);
  };
  for (const part of parts) {
    if (!('wanted' in part)) {
      await takeEntry(part);
      continue;
    }
    const { wanted, items, pointsPerItem } = part;
    const bank = part.bank === null ? undefined : await bankOf(part.bank);
    const inBank = bank ? itemsOf(bank) : [];
    const count = items.length + inBank.length;
    if (count === 0) ledger.skip({ place: `${name}#draw-${part.bank}`, title: part.title || quiz.title }, 'bank_missing');
    else if (count > wanted) ledger.change(quiz, 'questions_drawn', `${wanted} / ${count}`);
    for (const item of items) await takeEntry(item, '', pointsPerItem);
    for (const item of inBank) await takeEntry(item, `${part.bank}/`, pointsPerItem);
  }
  for (const text of texts) ledger.skip(itemOf(text, ''), 'text_without_question');
  return questions;
}

/** Returns the same questions with these points divided among them. */
function sharedOut(questions: readonly Question[], points: number): Question[] {
  const shares = sharedPoints(pointsOf(points), questions.length);
  return questions.map((question, index) => ({ ...question, points: shares[index] as number }));
}

const itemsOf = ({ parts }: ReadQuiz) => parts.flatMap((part) => ('items' in part ? part.items : [part]));

const NONE: ReadonlyMap<string, ReadItem> = new Map();
const byIdentifier = new WeakMap<ReadQuiz, ReadonlyMap<string, ReadItem>>();

/** Returns the items of a bank, to which many entries may refer. */
function itemsByIdentifier(bank: ReadQuiz | undefined): ReadonlyMap<string, ReadItem> {
  if (!bank) return NONE;
  const items = byIdentifier.get(bank) ?? new Map(itemsOf(bank).flatMap((item) => ('identifier' in item ? [[item.identifier, item] as const] : [])));
  byIdentifier.set(bank, items);
  return items;
}
