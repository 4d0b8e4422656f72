import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { codeMarkup } from '../../../src/platform/markup/code.ts';
import { formulaMarkup } from '../../../src/platform/markup/formula.ts';
import { FORMULA_STYLE } from '../../../src/platform/markup/formula-styles.ts';
import { markupPool } from '../../../src/platform/markup/markup-pool.ts';

interface Formula {
  name: string;
  tex: string;
  isBlock: boolean;
}

/** What KaTeX, another implementation, publishes to test itself with. */
const katex = JSON.parse(readFileSync('test/platform/markup/katex.json', 'utf8')) as {
  formulas: Formula[];
  texts: (Omit<Formula, 'name'> & { text: string })[];
};

/** `\KaTeX` is a joke of its own, and its colours by name are those of the Khan Academy. */
const ordinary = (tex: string): string => tex.replaceAll('\\KaTeX', '').replaceAll(/\\(blue|red)(?![a-z])/g, '');

const UNSUPPORTED = [
  'CD',
  'GroupMacros',
  'HTML',
  'Includegraphics',
  'LowerAccent',
  'ReactionArrows',
  'StretchyAccent',
  'StretchyAccentColor',
  'Symbols1',
  'UnsupportedCmds',
];

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Letters of other alphabets as those that they stand for, without signs that nobody sees. */
const read = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\s|[\u2061-\u2064\u200b]|[\ufe00-\ufe0f]/g, '')
    .replaceAll('\u2212', '-');

/** Reads markup as XML, which is stricter than HTML, and returns the names of its elements and attributes. */
function namesIn(markup: string): Set<string> {
  const names = new Set<string>();
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.add(name);
    for (const attribute of Object.keys(attributes)) names.add(`@${attribute}`);
  });
  parser.write(markup).close();
  return names;
}

test('formulas of KaTeX are set, in nothing but MathML without styles, except those of functions that only it has', () => {
  const refused: string[] = [];
  const classes = new Set(FORMULA_STYLE.match(/(?<=^\.)m-[\w-]+/gm));
  for (const { name, tex, isBlock } of katex.formulas) {
    const markup = formulaMarkup(ordinary(tex), isBlock);
    if (markup === null) {
      refused.push(name);
      continue;
    }
    for (const found of namesIn(markup)) expect(found).toMatch(/^(m[a-z]+|none|@(?!style|href|src|on|id)[a-z]+)$/);
    for (const [, list = ''] of markup.matchAll(/ class="([^"]*)"/g))
      for (const one of list.split(' ')) if (one.startsWith('m-')) expect(classes).toContain(one);
  }
  expect(refused).toEqual(UNSUPPORTED);
});

test('formulas read as KaTeX reads them', () => {
  const different = katex.texts.filter(
    ({ tex, isBlock, text }) => read(plain(formulaMarkup(ordinary(tex), isBlock) ?? '')) !== read(text.replace('KaTeX', '')),
  );
  expect(different.map(({ tex }) => tex)).toEqual([
    // Temml writes é as one letter.
    'über fiancée',
    '\\begin{CD} A @>a>> B\\\\ @VVbV @VVcV\\\\ C @>d>> D \\end{CD}',
    // KaTeX takes the style of text, where TeX takes that of indices.
    'x_{\\mathchoice{D}{T}{\\sum_{k = 0}^{\\infty} x^k}{SS}}',
    'x_{y_{\\mathchoice{D}{T}{S}{\\sum_{k = 0}^{\\infty} x^k}}}',
    // Nothing in a formula leads elsewhere.
    '\\href{http://example.org}{\\alpha}',
  ]);
});

const HOSTILE: [what: string, tex: string][] = [
  ['deep groups', `${'{'.repeat(490)}x${'}'.repeat(490)}`],
  ['deep fractions', '\\frac1'.repeat(160)],
  ['deep roots', `${'\\sqrt'.repeat(190)}x`],
  ['deep indices', `${'x^{'.repeat(240)}x${'}'.repeat(240)}`],
  ['a macro that calls itself', '\\def\\a{\\a\\a}\\a'],
  ['macros that grow', '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c'],
  ['a long macro', `\\def\\a{${'x'.repeat(800)}}${'\\a'.repeat(60)}`],
  ['a macro of its own result', `\\gdef\\a#1{#1#1}${'\\a{'.repeat(100)}x${'}'.repeat(100)}`],
  ['many columns', `\\begin{array}{${'c'.repeat(400)}}${'&'.repeat(400)}\\end{array}`],
  ['huge lengths', '\\rule{99999em}{99999em}\\kern99999em\\hspace{1e9em}'],
  ['tags in words', '\\text{<img src=x onerror=x()>}\\text{</math><script>x()</script>}'],
  ['tags by number', '\\char"3C script\\char"3E'],
  ['an address', '\\url{javascript:x()}\\href{javascript:x()}{x}\\includegraphics{https://example.org/x}'],
  ['attributes', '\\class{a}{x}\\id{b}{x}\\style{color:red}{x}\\data{onclick=x()}{x}\\htmlStyle{color:red}{x}'],
  ['a colour that ends its attribute', '\\color{red" onclick="x()}x\\color{red;background:url(x)}y'],
  ['names of objects', '\\constructor\\__proto__\\toString\\hasOwnProperty'],
  ['no end', '\\frac{1}{\\left(\\begin{matrix}'],
];

test.each(HOSTILE)('a formula with %s takes no time and smuggles nothing', (_what, tex) => {
  const before = process.cpuUsage();
  const markup = formulaMarkup(tex.slice(0, 1000), true) ?? '<math></math>';
  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(2_000_000);
  expect(markup.length).toBeLessThan(200_000);
  for (const found of namesIn(markup)) expect(found).toMatch(/^(m[a-z]+|none|@(?!style|href|src|on|id)[a-z]+)$/);
});

test('programs are written in spans with classes, whatever is in them', () => {
  const text = '</code><script>x("y")</script>\n<style>a{color:red}</style>\nconst a = `b`; // c\n';
  for (const language of ['javascript', 'ts', 'html', 'css', 'python', 'c++', 'sql', 'markdown', 'diff', 'bash']) {
    const markup = codeMarkup(text, language) ?? '';
    expect(plain(markup.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))).toBe(text);
    expect(markup.replaceAll(/<span class="[\w -]+">|<\/span>/g, '')).not.toContain('<');
  }
  for (const unknown of ['brainfuck', 'constructor', '__proto__', '']) expect(codeMarkup(text, unknown)).toBeNull();
});

test('what is too large is not written, what is written is kept, and one part does not spoil the others', async () => {
  const pool = markupPool();
  try {
    const parts = [
      { tex: 'x^2', isBlock: false },
      { tex: '\\undefined', isBlock: false },
      { tex: 'x'.repeat(1001), isBlock: false },
      { code: 'const a = 1;', language: 'js' },
      { code: 'a'.repeat(20 * 1024 + 1), language: 'js' },
    ];
    const written = await pool.write(parts);
    expect(written).toEqual([expect.stringMatching(/^<math><msup>/), null, null, expect.stringContaining('<span class="hljs-keyword">const</span>'), null]);
    const before = performance.now();
    for (let time = 0; time < 100; time++) expect(await pool.write(parts)).toEqual(written);
    expect(performance.now() - before).toBeLessThan(1000);
  } finally {
    await pool.close();
  }
  expect(await pool.write([{ tex: 'y', isBlock: false }])).toEqual([null]);
});
