import { readFileSync } from 'node:fs';
import type { TypesetDocument } from '../../../../platform/typeset/typesetter.ts';
import type { Shape } from '../../../kernel/contract.ts';
import type { SheetRow } from '../arrange.ts';
import type { Layout } from '../layout/geometry.ts';
import { letterOf } from '../layout/layouts.ts';
import { encodeSheetCode } from '../layout/sheet-code.ts';
import { drawForm } from './draw-form.ts';
import { textsIn } from './texts.ts';

const TEMPLATE = readFileSync(new URL('sheets.typ', import.meta.url), 'utf8');

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

type Form = Pick<TypesetDocument, 'title' | 'language' | 'date'>;

const FORM = '#set page(width: inputs.width * 1mm, height: inputs.height * 1mm, margin: 0mm)\n#image("form", format: "svg", width: 100%, alt: "")';

/** The document with one page of a layout, as all sheets have it. As a PDF of its own it is stored once, however often it is shown. */
export const formDocument = (layout: Layout, page: number, { title, language, date }: Form): TypesetDocument => ({
  template: FORM,
  inputs: { width: layout.width, height: layout.height },
  pictures: { form: Buffer.from(drawForm(layout, (page - 1) * layout.rows + 1)) },
  title,
  language,
  date,
});

/** The document with these sheets. `forms`: what `formDocument` makes of each page. */
export function sheetDocument(
  layout: Layout,
  { title, language, lesson }: PrintedCourse,
  sheets: readonly PrintedSheet[],
  { forms, quiz, hasQuestions, date }: { forms: readonly Buffer[]; quiz: Shape<'QuizContent'>; hasQuestions: boolean; date: string },
): TypesetDocument {
  const texts = textsIn(language);
  const questions = new Map(quiz.questions.map((question) => [question.id, question]));
  const { x, width, columns } = layout.number_grid;
  const inputs = {
    course: title,
    lesson,
    texts,
    layout: { width: layout.width, height: layout.height, grid: { x, width, columns } },
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      digits: [...sheet.number],
      code: sheet.id.replace(/^(...)(...)(...)$/, '$1-$2-$3'),
      pages: forms.map((_, index) => ({
        number: index + 1,
        runs: blackRuns(layout, encodeSheetCode({ layout: layout.code, sheet: sheet.id, page: index + 1 })),
        discs: filledDigits(layout, sheet.number),
      })),
      questions: hasQuestions ? sheet.rows.map((row) => printedQuestion(row, questions.get(row.question_id), texts)) : [],
    })),
  };
  return {
    template: TEMPLATE,
    inputs,
    pictures: Object.fromEntries(forms.map((form, index) => [`form${index + 1}.pdf`, form])),
    title: `${title}: ${lesson}`,
    language,
    date,
  };
}

/** Joins black cells that touch in a line, so that no light shines through between them. */
function blackRuns({ code_cells, cell_size }: Layout, bits: readonly boolean[]) {
  const runs: { x: number; y: number; width: number; height: number }[] = [];
  for (const { bit, x, y } of code_cells) {
    if (!bits[bit]) continue;
    const [left, top] = [x - cell_size / 2, y - cell_size / 2];
    const last = runs.at(-1);
    if (last && last.y === top && Math.abs(last.x + last.width - left) < 0.001) last.width += cell_size;
    else runs.push({ x: left, y: top, width: cell_size, height: cell_size });
  }
  return runs;
}

const filledDigits = ({ number_grid }: Layout, number: string) =>
  number_grid.bubbles.filter(({ column, digit }) => number[column - 1] === `${digit}`).map(({ x, y, radius }) => ({ x, y, radius }));

/** Markdown is printed as it was written. */
function printedQuestion({ choice_ids }: SheetRow, question: Shape<'QuizQuestion'> | undefined, texts: ReturnType<typeof textsIn>) {
  const named = new Map(question && 'choices' in question ? question.choices.map(({ id, text }) => [id, text]) : []);
  const own: Readonly<Record<string, string>> = { true: texts.true, false: texts.false };
  return {
    prompt: question?.prompt ?? '',
    choices: choice_ids.map((id, index) => ({ letter: letterOf(index + 1), text: named.get(id) ?? own[id] ?? id })),
  };
}
