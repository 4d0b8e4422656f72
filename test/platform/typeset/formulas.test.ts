import { typstFormula } from '../../../src/platform/typeset/formulas.ts';
import { typstPool } from '../../../src/platform/typeset/typst-pool.ts';
import { pageTexts } from '../../support/pdf.ts';

const typesetter = typstPool();
afterAll(() => typesetter.close());

const USUAL = [
  String.raw`\frac{a}{b}`,
  String.raw`x^2 + \sqrt[3]{y} \le \pi`,
  String.raw`\sum_{i=1}^{n} i = \frac{n(n+1)}{2}`,
  String.raw`\int_0^\infty e^{-x^2}\,\mathrm{d}x`,
  String.raw`\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`,
  String.raw`\begin{cases} x & x > 0 \\ -x & \text{sonst größer} \end{cases}`,
  String.raw`\begin{array}{l|c} a & b \end{array}`,
  String.raw`\begin{align} a &= b \\ c &= d \end{align}`,
  String.raw`\lim_{x \to 0} \frac{\sin x}{x}`,
  String.raw`\vec{v} \cdot \hat{n} \in \mathbb{R}^3`,
  String.raw`a \hspace{1em} b \quad 90^\circ, 5\%, \$5, f'(x)`,
  String.raw`\overline{AB} \parallel \triangle ABC`,
];
const UNKNOWN = [String.raw`\ce{H2O}`, String.raw`\frac{a`, String.raw`\newcommand{\a}{\a\a}\a`, String.raw`\text{🦋}`];

test('usual formulas of LaTeX are set, and those that cannot be are named in their order', async () => {
  expect(await typesetter.unsettableFormulas(USUAL)).toEqual([]);
  expect(await typesetter.unsettableFormulas([...UNKNOWN.slice(0, 2), ...USUAL, ...UNKNOWN.slice(2)])).toEqual(UNKNOWN);
  expect(await typesetter.unsettableFormulas([])).toEqual([]);
});

test.each([
  ['a quote in a text', String.raw`\text{"+#read("worker.ts")+"}`],
  ['a text that ends its own quote', String.raw`\text{\\}#read("worker.ts")\text{a}`],
  ['a length that is none', String.raw`\hspace{#while true {}}`],
  ['a length with code', String.raw`\hspace{1em + read(x)}`],
  ['a colour', String.raw`\textcolor{read(x)}{a}`],
  ['very deep brackets', `${'{('.repeat(60)}x${')}'.repeat(60)}`],
  ['thousands of brackets', '{'.repeat(900)],
  ['a very long formula', 'x+'.repeat(600)],
])('nothing of a formula becomes code or ends a thread: %s', async (_, tex) => {
  expect(typstFormula(tex)).toBeNull();
  expect(await typesetter.unsettableFormulas([tex, 'x'])).toEqual([tex]);
});

test('a template writes formulas between its texts, and what cannot be set as it is', async () => {
  const parts = ['Is ', { formula: 1, source: '$x^2$', is_block: false }, ' or ', { formula: 0, source: String.raw`$\no$`, is_block: true }, '?'];
  const document = { template: '#written(inputs.parts)', inputs: { parts }, formulas: [String.raw`\no`, 'x^2'], title: 'T', language: 'en' };
  const [text] = await pageTexts(await typesetter.pdf({ ...document, date: '2026-11-20T09:30:00.000Z' }));
  expect(text?.normalize('NFKC')).toMatch(/^Is x\s*2\s+or \$\\no\$\s*\?/);
});
