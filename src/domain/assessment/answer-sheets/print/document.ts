import { readFileSync } from 'node:fs';
import type { TypesetDocument } from '../../../../platform/typeset/typesetter.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { directionOf } from '../../../kernel/locale.ts';
import { answerPointsOf } from '../../../studio/lesson-content/answer-points.ts';
import type { SheetRow } from '../arrange.ts';
import type { Layout } from '../layout/geometry.ts';
import { letterOf } from '../layout/layouts.ts';
import type { ShownCircles } from '../layout/shown.ts';
import { rowsOnPage } from '../scans/marks.ts';
import { drawForm, drawInk, drawOwnCircles } from './draw-form.ts';
import { Formulas, type WrittenPart } from './formulas.ts';
import { textsIn } from './texts.ts';

const [FORM_TEMPLATE, SHEETS_TEMPLATE] = ['form.typ', 'sheets.typ'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')) as [string, string];

/** A sheet to be printed. */
export interface PrintedSheet {
  id: string;
  /** Empty on blank sheets, as is the number. */
  name: string;
  number: string;
  rows: readonly SheetRow[];
}

/** The facts that all sheets of a print share. */
export interface PrintFacts {
  organisation: string;
  title: string;
  language: string;
  lesson: string;
  /** Time of printing, RFC 3339. */
  date: string;
  /** Time at which the sheets are filled in (RFC 3339), and the time zone that determines its day. */
  heldAt: string;
  timezone: string;
  /** Whether the sheets are printed without names. */
  isBlank: boolean;
  /** Whether the questions are printed before each sheet, and whether all sheets have them in the order of the quiz. */
  hasQuestions: boolean;
  isInOrder: boolean;
  /** Whether every circle of the layout is printed, as on sheets that were ordered before unused circles were left out. */
  showsAll: boolean;
  quiz: Shape<'QuizContent'>;
}

const titleOf = ({ title, lesson }: PrintFacts): string => `${title}: ${lesson}`;

const geometryOf = ({ width, height, number_grid }: Layout) => ({
  width,
  height,
  grid: { x: number_grid.x, width: number_grid.width, columns: number_grid.columns },
});

const dayOf = ({ heldAt, timezone }: PrintFacts, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timezone, numberingSystem: 'latn', calendar: 'gregory' }).format(new Date(heldAt));

/** Whether answers to all questions give the same points. */
const isEven = ({ quiz }: PrintFacts): boolean => new Set(quiz.questions.map((question) => JSON.stringify(answerPointsOf(quiz, question)))).size === 1;

/** Returns the text about the points for answers, if it is the same for all questions. */
const pointsOfAll = (print: PrintFacts): string[] => (isEven(print) ? pointsTold(print, print.quiz.questions[0]) : []);

/** Returns the text about the points for answers to a question, or nothing if the question's points and the quiz's penalty already say it. */
function pointsTold({ quiz, language }: PrintFacts, question: Shape<'QuizQuestion'> | undefined): string[] {
  const points = question && answerPointsOf(quiz, question);
  if (!points) return [];
  const texts = textsIn(language);
  const { format } = new Intl.NumberFormat(texts.language, { numberingSystem: 'latn' });
  return [texts.points.replace(/\{(right|wrong|empty)\}/g, (_, name: 'right' | 'wrong' | 'empty') => format(points[name]))];
}

/** Returns the instructions for learners, in the order in which they are printed. */
function instructionsOf({ language, quiz, hasQuestions, isInOrder }: PrintFacts): string[] {
  const { how, correct, keep, choices, statements } = textsIn(language);
  const has = (isStatement: boolean) => !hasQuestions && quiz.questions.some(({ type }) => (type === 'true_false') === isStatement);
  return [how, correct, keep, ...(has(false) && isInOrder ? [choices] : []), ...(has(true) ? [statements] : [])];
}

/** Returns the number of circles that all of these sheets show on a page, by row. */
export function circlesOnAll(layout: Layout, page: number, sheets: readonly PrintedSheet[], { showsAll }: Pick<PrintFacts, 'showsAll'>): ShownCircles {
  if (showsAll) return null;
  const counts = sheets.map(({ rows }) => circlesOf(layout, page, rows));
  return (counts[0] ?? []).map((_, row) => Math.min(...counts.map((each) => each[row] ?? 0)));
}

const circlesOf = (layout: Layout, page: number, rows: readonly SheetRow[]): number[] =>
  rowsOnPage(rows, layout, page).map(({ choice_ids }) => choice_ids.length);

/**
 * Returns the document with one page of a layout and everything that is the same on every sheet. As a separate PDF, it is stored once, however often it is
 * shown.
 */
export function formDocument(layout: Layout, page: number, print: PrintFacts, shown: ShownCircles): TypesetDocument {
  const { title, lesson, organisation, language, date, isBlank } = print;
  const texts = textsIn(language);
  return {
    template: FORM_TEMPLATE,
    inputs: {
      organisation,
      course: title,
      lesson,
      day: dayOf(print, texts.language),
      texts,
      is_rtl: directionOf(texts.language) === 'rtl',
      points: pointsOfAll(print),
      instructions: instructionsOf(print),
      layout: geometryOf(layout),
      is_blank: isBlank,
    },
    pictures: { form: Buffer.from(drawForm(layout, (page - 1) * layout.rows + 1, shown)) },
    title: titleOf(print),
    language,
    date,
  };
}

/** Returns the document with these sheets. `forms` are the PDFs of `formDocument` for each page, with the circles that they show. */
export function sheetDocument(
  layout: Layout,
  print: PrintFacts,
  sheets: readonly PrintedSheet[],
  forms: readonly { pdf: Buffer; shown: ShownCircles }[],
): TypesetDocument {
  const { lesson, language, date, quiz, hasQuestions } = print;
  const texts = textsIn(language);
  const questions = new Map(quiz.questions.map((question) => [question.id, question]));
  const pictures: string[] = [];
  const ownOf = (sheet: PrintedSheet, page: number, shown: ShownCircles) =>
    drawOwnCircles(layout, shown, circlesOf(layout, page, sheet.rows)).map(({ picture, ...place }) => {
      if (!pictures.includes(picture)) pictures.push(picture);
      return { ...place, picture: pictures.indexOf(picture) };
    });
  const formulas = new Formulas();
  const tellsEach = !isEven(print);
  const printed = (row: SheetRow) => {
    const question = questions.get(row.question_id);
    return { ...printedQuestion(row, question, { texts, formulas, language }), points: tellsEach ? pointsTold(print, question) : [] };
  };
  const inputs = {
    lesson,
    form: [titleOf(print), dayOf(print, texts.language), ...pointsOfAll(print), ...instructionsOf(print)].join(' '),
    page: texts.page,
    texts_language: texts.language,
    is_rtl: directionOf(texts.language) === 'rtl',
    begins_right: directionOf(language) === 'rtl',
    layout: geometryOf(layout),
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      digits: [...sheet.number],
      code: sheet.id.replace(/^(...)(...)(...)$/, '$1-$2-$3'),
      pages: forms.map(({ shown }, index) => ({
        number: index + 1,
        ink: drawInk(layout, { sheet: sheet.id, page: index + 1 }, sheet.number),
        circles: ownOf(sheet, index + 1, shown),
      })),
      questions: hasQuestions ? sheet.rows.map(printed) : [],
    })),
  };
  return {
    template: SHEETS_TEMPLATE,
    inputs: { ...inputs, pictures },
    formulas: formulas.list,
    pictures: Object.fromEntries(forms.map(({ pdf }, index) => [`form${index + 1}.pdf`, pdf])),
    title: titleOf(print),
    language,
    date,
  };
}

/** A text with its own direction, which need not be that of the course. */
interface PrintedText {
  parts: WrittenPart[];
  is_rtl: boolean;
}

const WRITTEN_FROM_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const hasLetters = (part: WrittenPart): part is string => typeof part === 'string' && /\p{L}/u.test(part);

/** A question stays on one page unless it has more than this number of lines, of about this number of letters. */
const MOST_LINES = 30;
const LINE_LENGTH = 80;

/** Prepares a question for printing. Markdown is printed as it was written, except for formulas. */
function printedQuestion(
  { choice_ids }: SheetRow,
  question: Shape<'QuizQuestion'> | undefined,
  { texts, formulas, language }: { texts: ReturnType<typeof textsIn>; formulas: Formulas; language: string },
): { prompt: PrintedText; choices: { letter: string; text: PrintedText }[]; is_long: boolean } {
  const named = new Map(question && 'choices' in question ? question.choices.map(({ id, text }) => [id, text]) : []);
  const own: Readonly<Record<string, string>> = { true: texts.true, false: texts.false };
  const printed = (text: string): PrintedText => {
    const parts = formulas.partsOf(text);
    const words = parts.find(hasLetters);
    return { parts, is_rtl: words === undefined ? directionOf(language) === 'rtl' : WRITTEN_FROM_RIGHT.test(words) };
  };
  const prompt = question?.prompt ?? '';
  const choices = choice_ids.map((id) => named.get(id) ?? own[id] ?? id);
  const lines = [prompt, ...choices].reduce((sum, text) => sum + 1 + text.length / LINE_LENGTH, 0);
  return {
    prompt: printed(prompt),
    choices: choices.map((text, index) => ({ letter: letterOf(index + 1), text: printed(text) })),
    is_long: lines > MOST_LINES,
  };
}
