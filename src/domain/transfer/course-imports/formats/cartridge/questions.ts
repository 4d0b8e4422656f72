import { isValidQuestion, type Question } from '../question-course.ts';
import type { Item, Ledger } from './ledger.ts';
import type { ReadItem } from './qti-item.ts';
import type { ReadQuiz } from './qti-quiz.ts';

/**
 * The questions of a quiz, with all of those that it draws some from. A text without a question stands before the next one.
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
  const take = (read: ReadItem, drawn = ''): void => {
    ledger.step();
    const item = itemOf(read, drawn);
    if (read.text !== null) {
      texts.push(read);
      return;
    }
    ledger.find(item);
    for (const [loss, outcome] of read.losses) ledger.lose(item, outcome, loss);
    const made = read.questions.map((question, index) =>
      index === 0 && texts.length > 0 ? { ...question, prompt: [...texts.map(({ text }) => text), question.prompt].join('\n\n') } : question,
    );
    const isRight = made.length > 0 && made.every((question) => isValidQuestion(question));
    if (!isRight && read.questions.length > 0) ledger.skip(item, 'question_invalid');
    if (!isRight) return;
    ledger.write(JSON.stringify(made).length);
    for (const text of texts) ledger.change(itemOf(text, drawn), 'text_moved');
    texts = [];
    questions.push(...made);
  };
  for (const part of parts) {
    if (!('wanted' in part)) {
      take(part);
      continue;
    }
    const bank = part.bank === null ? undefined : await bankOf(part.bank);
    const held = [...part.items, ...(bank?.parts.flatMap((inside) => ('wanted' in inside ? inside.items : [inside])) ?? [])];
    if (held.length === 0) ledger.skip({ place: `${name}#draw-${part.bank}`, title: part.title || quiz.title }, 'bank_missing');
    else if (held.length > part.wanted) ledger.change(quiz, 'questions_drawn', `${part.wanted} / ${held.length}`);
    for (const read of held) take(read, bank ? `${part.bank}/` : '');
  }
  for (const text of texts) ledger.skip(itemOf(text, ''), 'text_without_question');
  return questions;
}
