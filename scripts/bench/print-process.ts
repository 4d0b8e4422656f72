import { LAYOUTS } from '../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { circlesOnAll, formDocument, type PrintFacts, sheetDocument } from '../../src/domain/assessment/answer-sheets/print/document.ts';
import { typstPool } from '../../src/platform/typeset/typst-pool.ts';
import { answerParent } from './child.ts';
import { peakMegabytes } from './memory.ts';
import type { Printed } from './sheet-print.ts';

const NAMES = ['Mina Okafor', 'Ελένη Παπαδοπούλου', 'Анна Петрова', 'محمد عبد الله', '王小明'];
const QUESTIONS = Array.from({ length: 50 }, (_, index) => ({ id: `q${index}`, type: 'single' }));
const ROWS = QUESTIONS.map(({ id }) => ({ question_id: id, choice_ids: ['a', 'b', 'c', 'd', 'e'] }));
const PRINT: PrintFacts = {
  organisation: 'School',
  title: 'Biology',
  lesson: 'Cells',
  language: 'en',
  date: '2026-06-01T09:00:00.000Z',
  heldAt: '2026-06-02T09:00:00.000Z',
  timezone: 'Europe/Berlin',
  isBlank: false,
  hasQuestions: false,
  isInOrder: true,
  showsAll: false,
  quiz: { questions: QUESTIONS } as never,
};

/** Prints this many personal sheets of 50 questions in this process. */
answerParent(async (count: number): Promise<Printed> => {
  const layout = LAYOUTS.get('112');
  if (!layout) throw new Error('there is no such layout');
  const typesetter = typstPool();
  const started = performance.now();
  const sheets = Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(9, '0'),
    name: `${NAMES[index % NAMES.length]} ${index}`,
    number: String(100_000 + index),
    rows: ROWS,
  }));
  const shown = circlesOnAll(layout, 1, sheets, PRINT);
  const forms = [{ pdf: await typesetter.pdf(formDocument(layout, 1, PRINT, shown)), shown }];
  await typesetter.pdf(sheetDocument(layout, PRINT, sheets, forms));
  const printed = { seconds: (performance.now() - started) / 1000, megabytes: await peakMegabytes(process.pid) };
  await typesetter.close();
  return printed;
});
