import { readFileSync } from 'node:fs';
import type { TypesetDocument } from '../../../../platform/typeset/typesetter.ts';
import type { Shape } from '../../../kernel/contract.ts';
import type { SheetRow } from '../arrange.ts';
import type { Layout } from '../layout/geometry.ts';
import { letterOf } from '../layout/layouts.ts';
import { drawForm, drawInk } from './draw-form.ts';
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

export interface PrintedCourse {
  title: string;
  language: string;
  lesson: string;
}

/** What a print has in common. */
export interface PrintFacts extends PrintedCourse {
  /** RFC 3339. */
  date: string;
  /** Whether nobody's name is printed. */
  isBlank: boolean;
}

const titleOf = ({ title, lesson }: PrintedCourse): string => `${title}: ${lesson}`;

const geometryOf = ({ width, height, number_grid }: Layout) => ({
  width,
  height,
  grid: { x: number_grid.x, width: number_grid.width, columns: number_grid.columns },
});

/** The document with one page of a layout and all that is the same on every sheet. As a PDF of its own it is stored once, however often it is shown. */
export function formDocument(layout: Layout, page: number, print: PrintFacts): TypesetDocument {
  const { title, lesson, language, date, isBlank } = print;
  return {
    template: FORM_TEMPLATE,
    inputs: { course: title, lesson, texts: textsIn(language), layout: geometryOf(layout), is_blank: isBlank },
    pictures: { form: Buffer.from(drawForm(layout, (page - 1) * layout.rows + 1)) },
    title: titleOf(print),
    language,
    date,
  };
}

/** The document with these sheets. `forms`: what `formDocument` makes of each page. */
export function sheetDocument(
  layout: Layout,
  print: PrintFacts,
  sheets: readonly PrintedSheet[],
  { forms, quiz, hasQuestions }: { forms: readonly Buffer[]; quiz: Shape<'QuizContent'>; hasQuestions: boolean },
): TypesetDocument {
  const { lesson, language, date } = print;
  const texts = textsIn(language);
  const questions = new Map(quiz.questions.map((question) => [question.id, question]));
  const inputs = {
    lesson,
    form: [titleOf(print), texts.how, texts.correct, texts.keep].join(' '),
    page: texts.page,
    texts_language: texts.language,
    layout: geometryOf(layout),
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      digits: [...sheet.number],
      code: sheet.id.replace(/^(...)(...)(...)$/, '$1-$2-$3'),
      pages: forms.map((_, index) => ({ number: index + 1, ink: drawInk(layout, { sheet: sheet.id, page: index + 1 }, sheet.number) })),
      questions: hasQuestions ? sheet.rows.map((row) => printedQuestion(row, questions.get(row.question_id), texts)) : [],
    })),
  };
  return {
    template: SHEETS_TEMPLATE,
    inputs,
    pictures: Object.fromEntries(forms.map((form, index) => [`form${index + 1}.pdf`, form])),
    title: titleOf(print),
    language,
    date,
  };
}

/** Markdown is printed as it was written. */
function printedQuestion({ choice_ids }: SheetRow, question: Shape<'QuizQuestion'> | undefined, texts: ReturnType<typeof textsIn>) {
  const named = new Map(question && 'choices' in question ? question.choices.map(({ id, text }) => [id, text]) : []);
  const own: Readonly<Record<string, string>> = { true: texts.true, false: texts.false };
  return {
    prompt: question?.prompt ?? '',
    choices: choice_ids.map((id, index) => ({ letter: letterOf(index + 1), text: named.get(id) ?? own[id] ?? id })),
  };
}
