import { LAYOUTS } from '../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { formDocument, sheetDocument } from '../../src/domain/assessment/answer-sheets/print/document.ts';
import { typstPool } from '../../src/platform/typeset/typst-pool.ts';
import { answerParent } from './child.ts';
import { peakMegabytes } from './memory.ts';
import type { Printed } from './sheet-print.ts';

const NAMES = ['Mina Okafor', 'Ελένη Παπαδοπούλου', 'Анна Петрова', 'محمد عبد الله', '王小明'];
const PRINT = { title: 'Biology', lesson: 'Cells', language: 'en', date: '2026-06-01T09:00:00.000Z', isBlank: false };

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
    rows: [],
  }));
  const forms = [await typesetter.pdf(formDocument(layout, 1, PRINT))];
  await typesetter.pdf(sheetDocument(layout, PRINT, sheets, { forms, quiz: { questions: [] } as never, hasQuestions: false }));
  const printed = { seconds: (performance.now() - started) / 1000, megabytes: await peakMegabytes(process.pid) };
  await typesetter.close();
  return printed;
});
