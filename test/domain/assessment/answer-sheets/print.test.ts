import { typstPool } from '../../../../src/platform/typeset/typst-pool.ts';
import { printedPdf, sheetOf } from '../../../support/answer-sheets/printed.ts';
import { drawPages, type Picture, pageTexts } from '../../../support/pdf.ts';
import { someOf } from '../../../support/sample.ts';

const typesetter = typstPool();
afterAll(() => typesetter.close());

const single = (id: string, prompt = 'Which?') => ({ type: 'single', id, prompt, choices: ['c1', 'c2', 'c3'].map((choice) => ({ id: choice, text: choice })) });
const statement = (id: string) => ({ type: 'true_false', id, prompt: 'Is it?', correct: true });
const quizOf = (...questions: object[]) => ({ questions }) as never;
const MIXED = quizOf(single('q1'), statement('q2'));
const SHEET = sheetOf([3, 2]);

/** As a viewer copies it. The letters of words in Arabic may be copied in another order. */
const textOf = async (pdf: Buffer, page = 0) => (await pageTexts(pdf))[page]?.normalize('NFKC').replaceAll(/\s+/g, ' ') ?? '';
const sorted = (text: string) => [...new Set(text.normalize('NFKC').replaceAll(/[\s\p{M}]/gu, ''))].sort().join('');

test('in a course whose language has no texts and is written from right to left, the English sheet looks as in an English course', async () => {
  const draw = async (language: string) => Buffer.from((await drawPages(await printedPdf(typesetter, '112', [SHEET], { language }), 100))[0]?.gray ?? []);
  const english = await draw('en');
  expect(english.length).toBeGreaterThan(0);
  expect(Buffer.compare(await draw('he'), english)).toBe(0);
});

test.each([
  ['en', 'June 2, 2026', 'Signature', 'Right: Wrong: cross tick ring', 'A is the first choice', 'Statements: A = True, B = False.', 'do not fold the corners'],
  [
    'de-AT',
    '2. Juni 2026',
    'Unterschrift',
    'Richtig: Falsch: Kreuz Haken Ring',
    'A ist die erste Antwort',
    'A = Richtig, B = Falsch',
    'Füllen Sie die Kreise ganz aus',
  ],
  ['es', '2 de junio de 2026', 'Firma', 'Bien: Mal: cruz visto anillo', 'A es la primera opción', 'A = Verdadero, B = Falso', 'Rellene los círculos'],
  ['fr', '2 juin 2026', 'Signature', 'Bien : Mal : croix coche anneau', 'A est le premier choix', 'A = Vrai, B = Faux', 'Remplissez entièrement'],
  ['pt', '2 de junho de 2026', 'Assinatura', 'Certo: Errado: cruz visto anel', 'A é a primeira opção', 'A = Verdadeiro, B = Falso', 'Preencha os círculos'],
  ['ja', 'June 2, 2026', 'Signature', 'Right: Wrong: cross tick ring', 'A is the first choice', 'A = True, B = False', 'do not fold the corners'],
])('a sheet of a course in %s has all that it tells in that language or in English', async (language, ...texts) => {
  const found = await textOf(await printedPdf(typesetter, '112', [SHEET], { language, quiz: MIXED }));
  for (const text of ['School', 'Course', 'Quiz', 'Mina', '471-GMF-FS5', ...texts]) expect(found).toContain(text);
});

test('a sheet in Arabic has its sentences and its code, each in its own direction', async () => {
  const pdf = await printedPdf(typesetter, '112', [SHEET], { language: 'ar', quiz: MIXED });
  const found = sorted(await textOf(pdf));
  for (const text of ['املأ الدوائر بالكامل', 'العبارات: A = صواب، B = خطأ', 'غير صحيح', 'التوقيع', 'يونيو'])
    expect([text, [...sorted(text)].filter((letter) => !found.includes(letter))]).toEqual([text, []]);
  expect(found).not.toContain('W');
});

test.each(someOf(['en', 'de', 'es', 'fr', 'pt', 'ar']))('all that a sheet in %s tells ends above its circles', async (language) => {
  const [page] = (await drawPages(await printedPdf(typesetter, '112', [SHEET], { language, quiz: MIXED }), 100)) as [Picture];
  const at = (mm: number) => Math.round((mm / 25.4) * 100);
  const inkAt = (y: number) => page.gray.subarray(at(y) * page.width + at(88), at(y) * page.width + at(190)).some((level) => level < 128);
  const below = Array.from({ length: 30 }, (_, index) => 98.5 + index / 8);
  expect(below.filter(inkAt)).toEqual([]);
  expect([58, 59, 60, 61].some(inkAt)).toBe(true);
});

test('what letters mean is told where the questions are not printed, of choices only where all sheets have them in one order', async () => {
  const told = async (change: object) => {
    const text = await textOf(await printedPdf(typesetter, '112', [SHEET], change), -1 + ('hasQuestions' in change ? 2 : 1));
    return [text.includes('A is the first choice'), text.includes('A = True')];
  };
  expect(await told({ quiz: MIXED })).toEqual([true, true]);
  expect(await told({ quiz: MIXED, isInOrder: false })).toEqual([false, true]);
  expect(await told({ quiz: quizOf(single('q1'), single('q2')) })).toEqual([true, false]);
  expect(await told({ quiz: quizOf(statement('q1'), statement('q2')) })).toEqual([false, true]);
  expect(await told({ quiz: MIXED, hasQuestions: true })).toEqual([false, false]);
});

test('what answers give in points is told to all questions alike, or else by each question that is printed', async () => {
  const rule = { right: 3, wrong: -1, empty: 0.5 };
  const told = async (quiz: object, hasQuestions: boolean) =>
    (await pageTexts(await printedPdf(typesetter, '112', [SHEET], { quiz: quiz as never, hasQuestions }))).map(
      (text) => text.replaceAll(/\s+/g, ' ').match(/Points: right [^:]*, empty [\d.]+\./g) ?? [],
    );
  const [three, four] = ['3, wrong -1, empty 0.5.', '4, wrong 0, empty 0.'].map((points) => `Points: right ${points}`);
  const even = { ...(MIXED as object), answer_points: rule };
  expect(await told(even, false)).toEqual([[three]]);
  expect(await told(even, true)).toEqual([[], [three]]);
  const own = { questions: [single('q1'), { ...statement('q2'), answer_points: { right: 4, wrong: 0, empty: 0 } }], answer_points: rule };
  expect(await told(own, true)).toEqual([[three, four], []]);
  expect(await told(MIXED, true)).toEqual([[], []]);
});

test('the sitting is on its day in the time zone of the organisation', async () => {
  const late = { heldAt: '2026-06-02T22:30:00.000Z' };
  expect(await textOf(await printedPdf(typesetter, '112', [SHEET], { ...late, timezone: 'Europe/Berlin' }))).toContain('June 3, 2026');
  expect(await textOf(await printedPdf(typesetter, '112', [SHEET], { ...late, timezone: 'America/Lima' }))).toContain('June 2, 2026');
});

test('a question that is longer than a page goes on on the next one, and a short one stays in one piece', async () => {
  const textsOf = async (...prompts: string[]) => {
    const quiz = quizOf(...prompts.map((prompt, index) => single(`q${index + 1}`, prompt)));
    const texts = await pageTexts(await printedPdf(typesetter, '112', [sheetOf(prompts.map(() => 3))], { quiz, hasQuestions: true }));
    return texts.map((text) => [text.includes('begin'), text.includes('end')]).slice(0, -1);
  };
  expect(await textsOf(`begin ${'word '.repeat(2000)} end`)).toEqual([
    [true, false],
    [false, true],
  ]);
  const short = 'word '.repeat(300);
  expect(await textsOf(short, short, short, short, `begin ${short} end`)).toContainEqual([true, true]);
});

test('formulas of a question are set, and one that cannot be is printed as it was written', async () => {
  const prompt = String.raw`Is $\frac{a}{b}$ or \(x_1\) or $$\sqrt{2}$$ right, for $5 or $6, or \ce{H2O} as $\ce{H2O}$?`;
  const pdf = await printedPdf(typesetter, '112', [SHEET], { quiz: quizOf(single('q1', prompt), statement('q2')), hasQuestions: true });
  const text = await textOf(pdf);
  expect(text).not.toMatch(/frac|sqrt|\\\(/);
  expect(text).toContain('√');
  expect(text).toContain(String.raw`for $5 or $6, or \ce{H2O} as $\ce{H2O}$?`);
});

test('a question of a course that is written from right to left is in its own direction, on the side where lines begin', async () => {
  const draw = async (language: string, prompt: string) => {
    const pdf = await printedPdf(typesetter, '112', [SHEET], {
      language,
      lesson: '1',
      quiz: quizOf(single('q1', prompt), statement('q2')),
      hasQuestions: true,
    });
    const { width, gray } = (await drawPages(pdf, 72))[0] as Picture;
    const dark = [...gray.subarray(0, width * 120).keys()].filter((at) => (gray[at] as number) < 128 && at > width * 80);
    return dark.reduce((sum, at) => sum + (at % width), 0) / dark.length / width;
  };
  expect(await draw('ar', 'One, two?')).toBeGreaterThan(0.75);
  expect(await draw('en', 'One, two?')).toBeLessThan(0.25);
});

/** The words of a line as they are seen, from left to right: their points, without the paper around. Words stand at least 2 mm apart. */
async function wordsSeen(pdf: Buffer, { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>): Promise<string[][]> {
  const [{ width, gray }] = (await drawPages(pdf, 254)) as [Picture];
  const rows = Array.from({ length: (bottom - top) * 10 }, (_, y) => [
    ...gray.subarray((top * 10 + y) * width + left * 10, (top * 10 + y) * width + right * 10),
  ]);
  const columns = Array.from({ length: (right - left) * 10 }, (_, x) => rows.map((row) => ((row[x] as number) < 128 ? '#' : ' ')).join(''));
  const words: string[][] = [];
  let blank = 20;
  for (const column of columns) {
    if (!column.includes('#')) blank += 1;
    else {
      if (blank >= 20) words.push([]);
      else words.at(-1)?.push(...Array(blank).fill(' '.repeat(column.length)));
      words.at(-1)?.push(column);
      blank = 0;
    }
  }
  return words;
}

test('the code of a sheet looks in Arabic as it does in English, whatever its first letters are', async () => {
  const line = { left: 88, right: 188, top: 41, bottom: 45 };
  const seen = async (language: string, id: string) => wordsSeen(await printedPdf(typesetter, '112', [{ ...SHEET, id }], { language }), line);
  const differing = (one: string[], other: string[]) => {
    const [a, b] = [one.join(''), other.join('')];
    return [...a].filter((point, at) => point !== b[at]).length / [...a].filter((point) => point === '#').length;
  };
  for (const id of ['471GMFFS5', '508FVX2G1']) {
    const [code] = (await seen('en', id)).slice(-2) as [string[]];
    const found = (await seen('ar', id)).map((word) => differing(word.slice(0, code.length), code));
    expect([id, Math.min(...found) < 0.35]).toEqual([id, true]);
  }
  const [[code], [other]] = [(await seen('en', '471GMFFS5')).slice(-2), (await seen('en', '508FVX2G1')).slice(-2)] as [[string[]], [string[]]];
  expect(differing(code, other)).toBeGreaterThan(0.6);
});
