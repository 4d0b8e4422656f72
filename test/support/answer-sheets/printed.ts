import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { circlesOnAll, formDocument, type PrintedSheet, type PrintFacts, sheetDocument } from '../../../src/domain/assessment/answer-sheets/print/document.ts';
import type { Typesetter } from '../../../src/platform/typeset/typesetter.ts';
import { drawPages } from '../pdf.ts';
import { Drawing } from './drawing.ts';

export const FACTS: PrintFacts = {
  organisation: 'School',
  title: 'Course',
  lesson: 'Quiz',
  language: 'en',
  date: '2026-06-01T09:00:00.000Z',
  heldAt: '2026-06-02T09:00:00.000Z',
  timezone: 'Europe/Berlin',
  isBlank: false,
  hasQuestions: false,
  isInOrder: true,
  showsAll: false,
  quiz: { questions: [] } as never,
};

export const SHEET: PrintedSheet = { id: '471GMFFS5', name: 'Mina', number: '42', rows: [] };

/** A sheet whose rows have so many choices. */
export const sheetOf = (counts: readonly number[], change: Partial<PrintedSheet> = {}): PrintedSheet => ({
  ...SHEET,
  rows: counts.map((count, index) => ({ question_id: `q${index + 1}`, choice_ids: Array.from({ length: count }, (_, place) => `c${place + 1}`) })),
  ...change,
});

/** Makes the PDF of these sheets as a print does. */
export async function printedPdf(typesetter: Typesetter, code: string, sheets: readonly PrintedSheet[], change: Partial<PrintFacts> = {}): Promise<Buffer> {
  const layout = LAYOUTS.get(code) as Layout;
  const facts = { ...FACTS, ...change };
  const pages = Math.max(1, ...sheets.map(({ rows }) => Math.ceil(rows.length / layout.rows)));
  const forms = [];
  for (let page = 1; page <= pages; page += 1) {
    const shown = circlesOnAll(layout, page, sheets, facts);
    forms.push({ pdf: await typesetter.pdf(formDocument(layout, page, facts, shown)), shown });
  }
  return typesetter.pdf(sheetDocument(layout, facts, sheets, forms));
}

/** The pages of a PDF as paper that can be drawn on. */
export async function paperOf(pdf: Buffer, layout: Layout): Promise<Drawing[]> {
  const pages = await drawPages(pdf, 178);
  return pages.map(({ width, height, gray }) => {
    const data = new Uint8Array(width * height * 3);
    for (let at = 0; at < gray.length; at += 1) data.fill(gray[at] as number, 3 * at, 3 * at + 3);
    return new Drawing({ width, height, data }, width / layout.width);
  });
}
