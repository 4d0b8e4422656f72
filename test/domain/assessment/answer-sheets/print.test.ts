import type { Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { formDocument, sheetDocument } from '../../../../src/domain/assessment/answer-sheets/print/document.ts';
import { typstPool } from '../../../../src/platform/typeset/typst-pool.ts';
import { drawPages, pageTexts } from '../../../support/pdf.ts';

const typesetter = typstPool();
afterAll(() => typesetter.close());

const LAYOUT = LAYOUTS.get('112') as Layout;
const QUIZ = { questions: [] };

async function printed(language: string): Promise<Buffer> {
  const facts = { title: 'Course', lesson: 'Quiz', language, date: '2026-06-01T09:00:00.000Z', isBlank: false };
  const forms = [await typesetter.pdf(formDocument(LAYOUT, 1, facts))];
  const sheet = { id: '471GMFFS5', name: 'Mina', number: '42', rows: [] };
  return typesetter.pdf(sheetDocument(LAYOUT, facts, [sheet], { forms, quiz: QUIZ as never, hasQuestions: false }));
}

test('in a course whose language has no texts and is written from right to left, the English sheet looks as in an English course', async () => {
  const draw = async (language: string) => Buffer.from((await drawPages(await printed(language), 100))[0]?.gray ?? []);
  const english = await draw('en');
  expect(english.length).toBeGreaterThan(0);
  expect(Buffer.compare(await draw('he'), english)).toBe(0);
});

test.each([
  ['de-AT', 'Füllen Sie die Kreise ganz aus'],
  ['ja', 'Do not write on the squares, and do not fold the corners.'],
])('a sheet of a course in %s has its instructions in that language or in English', async (language, text) => {
  expect((await pageTexts(await printed(language)))[0]).toContain(text);
});
