import type { ReadRow } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { Shape } from '../../../kernel/contract.ts';
import type { SheetRow } from '../arrange.ts';
import type { Layout } from '../layout/geometry.ts';
import { CERTAIN, UNCERTAIN } from '../reading/judge-marks.ts';

/** The stored answer to a question on a page, by the IDs of what stood there. */
export interface StoredMark {
  row: number;
  question_id: string;
  choice_ids: string[];
  doubtful_choice_ids: string[];
  is_certain: boolean;
  is_corrected: boolean;
  confidence: number;
}

/** Returns the rows of one page of a sheet, with their number on the page. */
export const rowsOnPage = (rows: readonly SheetRow[], layout: Layout, page: number): (SheetRow & { row: number })[] =>
  rows.slice((page - 1) * layout.rows, page * layout.rows).map((content, index) => ({ ...content, row: index + 1 }));

/** Returns the rows of a page that have no question but in which something is marked. */
export const strayRows = (rows: readonly { row: number }[], judged: readonly ReadRow[]): number[] =>
  judged.filter(({ row, marked }) => marked.length > 0 && !rows.some((used) => used.row === row)).map(({ row }) => row);

/**
 * Names what is marked on a page. A mark beyond the choices of a question makes its row uncertain. Marks in rows without a question make blank rows uncertain,
 * because somebody who slips by a row leaves one blank.
 */
export function markedAnswers(rows: readonly (SheetRow & { row: number })[], judged: readonly ReadRow[]): StoredMark[] {
  const byRow = new Map(judged.map((one) => [one.row, one]));
  const hasSlipped = strayRows(rows, judged).length > 0;
  return rows.map(({ row, question_id, choice_ids }) => {
    const { marked = [], doubtful = [], state = 'unclear', confidence = 0 } = byRow.get(row) ?? {};
    const named = (places: readonly number[]) => places.flatMap((place) => choice_ids[place - 1] ?? []);
    const isInside = marked.every((place) => place <= choice_ids.length);
    const isOpen = doubtful.some((place) => place <= choice_ids.length) || (state === 'unclear' && doubtful.length === 0);
    const isCertain = isInside && !isOpen && (marked.length > 0 || !hasSlipped);
    return {
      row,
      question_id,
      choice_ids: named(marked),
      doubtful_choice_ids: named(doubtful),
      is_certain: isCertain,
      is_corrected: false,
      // A doubt about circles beyond the choices does not concern the answer.
      confidence: isCertain ? CERTAIN : Math.min(confidence, UNCERTAIN),
    };
  });
}

/** Whether a person must look at a row: its ink is unclear, or it has several marks where one is allowed and the quiz does not call that wrong. */
export function needsPerson(
  { choice_ids, is_certain, is_corrected }: StoredMark,
  question: Shape<'QuizQuestion'> | undefined,
  doubleMark: Shape<'DoubleMark'>,
): boolean {
  if (is_corrected || question === undefined) return false;
  return !is_certain || (choice_ids.length > 1 && question.type !== 'multiple' && doubleMark === 'review');
}

/** Whether two readings of a page contradict each other: they are certain of different answers to a question. */
export function contradict(one: readonly StoredMark[], other: readonly StoredMark[]): boolean {
  const answers = new Map(other.filter(({ is_certain }) => is_certain).map(({ question_id, choice_ids }) => [question_id, sorted(choice_ids)]));
  return one.some(({ question_id, choice_ids, is_certain }) => is_certain && answers.has(question_id) && answers.get(question_id) !== sorted(choice_ids));
}

const sorted = (ids: readonly string[]): string => JSON.stringify([...ids].sort());

/** Returns the answer as an attempt holds it. Two marks on a statement are an answer that is wrong whatever the key. */
export function answerOf({ question_id, choice_ids }: StoredMark, question: Shape<'QuizQuestion'>): Shape<'GivenAnswer'> {
  const isStatement = question.type === 'true_false';
  const isOne = choice_ids.length === 1;
  return {
    question_id,
    choice_ids: isStatement && isOne ? [] : choice_ids,
    is_true: isStatement && isOne ? choice_ids[0] === 'true' : null,
    text: null,
    number: null,
    pairs: [],
  };
}
