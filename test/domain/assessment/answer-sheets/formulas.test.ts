import { Formulas, formulasIn } from '../../../../src/domain/assessment/answer-sheets/print/formulas.ts';

test.each([
  ['$x$ and \\(y\\), $$a\n+b$$ and \\[c\\]', ['x', 'y', 'a\n+b', 'c']],
  ['between $5 and $10, or $5-$10, or US$ 5 and 6$', []],
  ['\\$x$ is none, `$x$` is code, and $ x $ is none', []],
  ['$a$b$c$', ['a', 'c']],
  ['an open $x, an open $$y, an open \\(z', []],
  ['$\\text{a \\$ b}$', ['\\text{a \\$ b}']],
])('formulas stand between signs of LaTeX, and prices are none: %s', (text, formulas) => {
  expect(formulasIn(text)).toEqual(formulas);
});

test('a text is written in its order, and each formula is in the list once', () => {
  const formulas = new Formulas();
  expect(formulas.partsOf('Is $a$ or $$b$$ ?')).toEqual([
    'Is ',
    { formula: 0, source: '$a$', is_block: false },
    ' or',
    { formula: 1, source: '$$b$$', is_block: true },
    '?',
  ]);
  expect(formulas.partsOf('\\(b\\)')).toEqual([{ formula: 1, source: '\\(b\\)', is_block: false }]);
  expect(formulas.list).toEqual(['a', 'b']);
});

test('a long text of signs that open formulas is searched in no time', () => {
  const started = process.cpuUsage();
  for (const sign of ['$a', '\\(', '\\[', '$$a', '`']) formulasIn(sign.repeat(10_000));
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
