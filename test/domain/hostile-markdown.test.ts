import { NO_COPIES } from '../../src/domain/community/discussions/html-pictures.ts';
import { linkMarkdown } from '../../src/domain/community/discussions/markdown-pictures.ts';
import { htmlOf, inlineHtmlOf } from '../../src/domain/transfer/scorm/markdown.ts';
import { quickest } from '../support/cpu-time.ts';

const fill = (pattern: string, length: number) => pattern.repeat(length / pattern.length);

/** Texts that parsers of markdown were slow with, most of them from the tests of cmark and the reports about markdown-it. */
const HOSTILE: Record<string, (length: number) => string> = {
  'nested emphasis': (length) => `${fill('*a **a ', length / 2)}b${fill(' a** a*', length / 2)}`,
  'emphasis of two kinds': (length) => fill('*a_ ', length),
  'alternating marks': (length) => fill('*_', length),
  'open links': (length) => fill('[a', length),
  'open pictures': (length) => fill('![a', length),
  'open addresses': (length) => fill('[]((', length),
  'nested brackets': (length) => `${fill('[', length / 2)}a${fill(']', length / 2)}`,
  'nested pictures': (length) => `${fill('![', length / 6)}a${fill('](b)', (length * 2) / 3)}`,
  'lazy quotes': (length) => `${'>'.repeat(50)}${fill('a\n', length)}`,
  'nested lists': (length) => Array.from({ length: Math.sqrt(length) }, (_, depth) => `${' '.repeat(2 * depth)}- a\n`).join(''),
  'a wide table': (length) => `|${fill('x|', length / 4)}\n|${fill('-|', length / 4)}\n${fill('|a\n', length / 2)}`,
  'a table of pictures': (length) => `|${fill('x|', 200)}\n|${fill('-|', 200)}\n${fill('|![x](https://a)\n', length)}`,
  'code of all lengths': (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, index) => `e${'`'.repeat(index)}`).join(''),
  'open tags': (length) => fill('<a b="', length),
  'open sections': (length) => fill('a <![CDATA[', length),
  'raw pictures': (length) => fill('<img src=x>', length),
  'pictures that end late': (length) => `${fill('![a', length / 2)}${fill('](http://b/c)', length / 2)}`,
  'tags with attributes': (length) => fill('<a b="c">', length),
};

/** Milliseconds of CPU time. */
const MOST = 500;

/** Returns the CPU time of work, in milliseconds. What takes long may have been compiled meanwhile, so that it is tried again. */
function costOf(work: () => unknown): number {
  const first = quickest(work, 1);
  return first > MOST ? quickest(work) : first;
}

test.each(Object.entries(HOSTILE))('64 KB of %s hold nobody up in an export, nor the longest post in a discussion', (_, make) => {
  const text = make(65_536);
  const post = make(20_000);
  const costs = [() => htmlOf(text), () => inlineHtmlOf(text), () => linkMarkdown(post, NO_COPIES)].map(costOf);
  expect(costs.filter((cost) => cost > MOST)).toEqual([]);
});

test('an export shows what is nested too deeply, or has too many brackets, as it was written, and leaves nothing out', () => {
  expect(htmlOf('> - > deep & *marked*')).toContain('deep &amp; <em>marked</em>');
  const [quotes, brackets] = [`${'> '.repeat(30)}deep & *marked*`, '[a'.repeat(40_000)];
  expect(htmlOf(quotes)).toBe(`<pre>${'&gt; '.repeat(30)}deep &amp; *marked*</pre>\n`);
  expect(htmlOf(brackets)).toBe(`<pre>${brackets}</pre>\n`);
  expect(inlineHtmlOf(`${brackets}<`)).toBe(`${brackets}&lt;`);
});
