import decodeQR from 'qr/decode.js';
import { qrCode } from '../../../src/platform/typeset/qr-code.ts';
import type { TypesetDocument, Typesetter } from '../../../src/platform/typeset/typesetter.ts';
import { typstPool } from '../../../src/platform/typeset/typst-pool.ts';
import { drawPages, type Picture, pdfObjects } from '../../support/pdf.ts';
import { sampleOf, someOf } from '../../support/sample.ts';

let typesetter: Typesetter;
beforeAll(() => {
  typesetter = typstPool();
});
afterAll(() => typesetter.close());

const PAGE = '#set page(width: 160mm, height: 60mm, margin: 10mm)\n';

const documentOf = (body: string, inputs: object, more: Partial<TypesetDocument> = {}): TypesetDocument => ({
  template: PAGE + body,
  inputs,
  title: 'A title',
  language: 'en',
  date: '2026-11-20T09:30:00.000Z',
  ...more,
});

/** The part of the page that is not white, in pixels. */
function inkOf({ width, height, gray }: Picture) {
  const dark = [...gray.keys()].filter((at) => (gray[at] as number) < 128);
  const columns = dark.map((at) => at % width);
  return { pixels: dark.length, left: columns.reduce((a, b) => Math.min(a, b), width), right: columns.reduce((a, b) => Math.max(a, b), 0), width, height };
}

const draw = async (document: TypesetDocument): Promise<Picture> => (await drawPages(await typesetter.pdf(document)))[0] as Picture;

const NAMES: Readonly<Record<string, string>> = {
  Latin: 'Zoë Müller-Çelik Đặng Thị Ngọc Ánh',
  Greek: 'Ελένη Παπαδοπούλου',
  Cyrillic: 'Екатерина Їжакевич',
  Arabic: 'محمد عبد الرحمن الفارسي',
  Hebrew: 'שָׁלוֹם כהן',
  Devanagari: 'प्रियंका क्षत्रिय',
  Thai: 'สมชาย น้ำใจ',
  Japanese: '山田 太郎 かな',
  Korean: '김철수',
  Chinese: '王小明 臺灣',
};

test('the same document has the same bytes, whichever thread and process typesets it', async () => {
  const document = documentOf('#for name in inputs.names [#name #parbreak()]', { names: Object.values(NAMES) });
  const other = typstPool();
  const [first, second, third] = await Promise.all([typesetter.pdf(document), typesetter.pdf(document), other.pdf(document)]);
  await other.close();
  expect(first.equals(second)).toBe(true);
  expect(first.equals(third)).toBe(true);
  expect(first.length).toBeLessThan(300_000);
});

test('a PDF is tagged, and has the title, the language and the date of its document', async () => {
  const objects = pdfObjects(await typesetter.pdf(documentOf('#inputs.name', { name: NAMES.Arabic }, { language: 'ar-EG', title: 'Certificate' })));
  expect(objects).toMatch(/\/StructTreeRoot/);
  expect(objects).toMatch(/\/Marked true/);
  expect(objects).toMatch(/\/Lang ?\(ar-EG\)/);
  expect(objects).toMatch(/\/Title ?\(Certificate\)/);
  expect(objects).toMatch(/D:20261120093000/);
});

test.each(sampleOf(Object.entries(NAMES), () => ''))('a name in %s has letters of a font, and none is missing', async (_script, name) => {
  expect(await typesetter.missingLetters(name)).toEqual([]);
  const { pixels } = inkOf(await draw(documentOf('#inputs.name', { name })));
  expect(pixels).toBeGreaterThan(50);
});

test.each(someOf(['es-419', 'zh-Hant-TW', 'sr-Latn', 'hsb', 'und', 'abcdefgh-001']))('a document in the language %s is typeset', async (language) => {
  expect(inkOf(await draw(documentOf('#inputs.name', { name: 'Zoë' }, { language }))).pixels).toBeGreaterThan(0);
});

test('Chinese characters have the shapes of the language of the document, and otherwise those that kana or hangul beside them suggest', async () => {
  const fontOf = async (language: string, name: string) =>
    /NotoSans(JP|KR|SC|TC)/.exec(pdfObjects(await typesetter.pdf(documentOf('#inputs.name', { name }, { language }))))?.[1];
  expect([await fontOf('zh-Hant', '骨'), await fontOf('zh-TW', '骨'), await fontOf('zh', '骨'), await fontOf('ja', '骨'), await fontOf('ko', '骨')]).toEqual([
    'TC',
    'TC',
    'SC',
    'JP',
    'KR',
  ]);
  expect([await fontOf('en', '骨'), await fontOf('en', '骨かな'), await fontOf('en', '骨김')]).toEqual(['SC', 'JP', 'KR']);
});

test('letters that no font has are reported with their marks, each once, and are left out instead of being drawn as boxes', async () => {
  expect(await typesetter.missingLetters('Zoë 🦋🦋 \u{1F468}\u200D\u{1F469} தமிழ் x\u200B\u00AD')).toEqual(['🦋', '\u{1F468}\u200D\u{1F469}', 'த', 'மி', 'ழ்']);
  expect(await typesetter.missingLetters('骨\u05b8')).toEqual(['骨\u05b8']);
  const [whole, without] = await Promise.all([
    typesetter.pdf(documentOf('#inputs.name', { name: 'Zoë 🦋Müller' })),
    typesetter.pdf(documentOf('#inputs.name', { name: 'Zoë Müller' })),
  ]);
  expect(whole.equals(without)).toBe(true);
});

test('a letter that is written with a separate mark looks like the one that is written in one character', async () => {
  const [one, other] = await Promise.all(['Zoë'.normalize('NFC'), 'Zoë'.normalize('NFD')].map((name) => typesetter.pdf(documentOf('#inputs.name', { name }))));
  expect(one?.equals(other as Buffer)).toBe(true);
});

test('inputs are text and never source, and half of a character does no harm', async () => {
  const names = ['#panic("x")', '"] #image("/etc/passwd") [', '$x$ *bold* _it_ \\ @a <b> // c', 'half \ud800 of one', ''];
  const { pixels } = inkOf(await draw(documentOf('#for name in inputs.names [#name #parbreak()]', { names })));
  expect(pixels).toBeGreaterThan(1000);
});

test('a language that is written from the right to the left begins at the right', async () => {
  const [arabic, english] = await Promise.all([
    draw(documentOf('#inputs.name', { name: 'محمد' }, { language: 'ar' })),
    draw(documentOf('#inputs.name', { name: 'Zoë' })),
  ]);
  expect(inkOf(arabic).left).toBeGreaterThan(inkOf(arabic).width / 2);
  expect(inkOf(english).right).toBeLessThan(inkOf(english).width / 2);
});

test.each([
  ['a short name keeps its size', 'Zoë'],
  ['a long name shrinks to one line', 'Zoë Müller-Çelik von und zu Hohenstein'],
  ['a name that would be too small is wrapped', 'Zoë Müller-Çelik von und zu Hohenstein '.repeat(5)],
  ['a word that is longer than a line is wrapped', 'W'.repeat(200)],
])('%s, and does not leave its box', async (_what, name) => {
  const { pixels, left, right, width } = inkOf(await draw(documentOf('#fit(100mm, 24pt, 12pt, inputs.name)', { name })));
  const millimetre = width / 160;
  expect(pixels).toBeGreaterThan(100);
  expect(left).toBeGreaterThanOrEqual(10 * millimetre - 1);
  expect(right).toBeLessThanOrEqual(110 * millimetre + 1);
});

test('lengths in millimetres are exact', async () => {
  const { left, right, width } = inkOf(await draw(documentOf('#place(dx: 20mm, rect(width: 50mm, height: 5mm, fill: black))', {})));
  expect(left / (width / 160)).toBeCloseTo(30, 0);
  expect((right + 1) / (width / 160)).toBeCloseTo(80, 0);
});

test('a QR code can be read from the printed page', async () => {
  const text = 'https://harbour.example.org/certificates/7GQK-M2XR-94TD-WB3H';
  const { width, height, gray } = await draw(documentOf('#image("qr", width: 40mm, alt: "QR code")', {}, { pictures: { qr: qrCode(text) } }));
  expect(decodeQR({ width, height, data: Uint8Array.from([...gray].flatMap((value) => [value, value, value, 255])) })).toBe(text);
});

test('a batch of 500 pages is typeset in one document', async () => {
  const people = Array.from({ length: 500 }, (_, index) => ({ name: `Learner ${index}`, bits: Array.from({ length: 24 }, (_, bit) => (index >> bit) & 1) }));
  const template = `#set page(paper: "a4", margin: 0mm)
#for (at, person) in inputs.people.enumerate() {
  if at > 0 { pagebreak() }
  place(dx: 20mm, dy: 20mm, person.name)
  for (bit, value) in person.bits.enumerate() { place(dx: 20mm + bit * 5mm, dy: 40mm, rect(width: 4mm, height: 4mm, fill: if value == 1 { black })) }
}`;
  const pdf = await typesetter.pdf({ ...documentOf('', { people }), template });
  expect(pdfObjects(pdf).match(/\/Type ?\/Page\b/g)).toHaveLength(500);
});

test('a template with an error fails with the reason', async () => {
  await expect(typesetter.pdf(documentOf('#nothing', {}))).rejects.toThrow(/does not compile.*unknown variable: nothing/);
});
