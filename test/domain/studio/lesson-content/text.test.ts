import { faultsOf, stored } from './checked.ts';

const html = (body: string): unknown => stored('lesson', { format: 'html', body }).body;

test('a text without a format is Markdown', () => {
  expect(stored('lesson', { body: 'Text.' })).toEqual({ format: 'markdown', body: 'Text.' });
});

test('Markdown is stored as it was sent', () => {
  const body = '# A\n\n<script>alert(1)</script> [x](javascript:alert(1)) & < > \u0001 \u{1F600}';
  expect(stored('lesson', { format: 'markdown', body })).toEqual({ format: 'markdown', body });
});

test('a text can be empty but not missing', () => {
  expect(stored('lesson', { body: '' })).toEqual({ format: 'markdown', body: '' });
  expect(faultsOf('lesson', {})).toEqual(['content.body required']);
  expect(faultsOf('lesson', { body: null })).toEqual(['content.body type']);
  expect(faultsOf('lesson', { format: 'text', body: '' })).toEqual(['content.format not_a_choice']);
});

test('a text has at most 200,000 characters, and a character beyond the basic plane counts once', () => {
  for (const format of ['markdown', 'html']) expect(faultsOf('lesson', { format, body: '\u{1F600}'.repeat(120_000) })).toEqual([]);
  expect(faultsOf('lesson', { body: 'x'.repeat(200_001) })).toEqual(['content.body too_long']);
});

test('HTML has at most 10,000 tags, because unclosed tags take long to sanitize', () => {
  expect(faultsOf('lesson', { format: 'html', body: '<p>'.repeat(10_000) })).toEqual([]);
  expect(faultsOf('lesson', { format: 'html', body: '<p>'.repeat(10_001) })).toEqual(['content.body too_many']);
  expect(faultsOf('lesson', { format: 'markdown', body: '<p>'.repeat(10_001) })).toEqual([]);
});

test('HTML that exceeds the limit after sanitizing is rejected', () => {
  expect(faultsOf('lesson', { format: 'html', body: '&'.repeat(100_000) })).toEqual(['content.body too_long']);
  expect(faultsOf('lesson', { format: 'html', body: '<a>'.repeat(10_000) })).toEqual(['content.body too_long']);
});

test('HTML keeps structure, text, links, pictures and tables', () => {
  const body = [
    '<h2 id="one" lang="en" dir="ltr" title="t">One</h2>',
    '<p>A <strong>bold</strong> <em>word</em>, <code class="language-js">code</code>, <sub>1</sub><br /></p>',
    '<ol start="3" type="a"><li>x</li></ol>',
    '<figure><img src="https://example.org/a.png" alt="A" width="10" height="20" loading="lazy" /><figcaption>A</figcaption></figure>',
    '<table><thead><tr><th colspan="2" scope="col">x</th></tr></thead><tbody><tr><td rowspan="2">y</td></tr></tbody></table>',
    '<details open="open"><summary>More</summary>x</details>',
  ].join('');
  expect(html(body)).toBe(body);
});

test('links keep valid destinations and always get rel="noopener noreferrer"', () => {
  for (const href of ['https://example.org/', 'http://example.org/', 'mailto:help@example.org', '/page', '#one', 'page?a=b'])
    expect(html(`<a href="${href}" target="_blank" rel="opener" download>x</a>`)).toBe(`<a href="${href}" rel="noopener noreferrer">x</a>`);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java&#x0A;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61vascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'blob:https://example.org/x',
  'ftp://example.org/',
  'intent://x',
  '//example.org/x',
])('a link to %j loses its destination', (href) => {
  expect(html(`<a href="${href}">x</a>`)).toBe('<a rel="noopener noreferrer">x</a>');
  expect(html(`<a href='${href}'>x</a>`)).toBe('<a rel="noopener noreferrer">x</a>');
});

test.each([
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'http://example.org/a.png',
  'javascript:alert(1)',
  '//example.org/a.png',
  'cid:1',
])('a picture from %j loses its source', (src) => {
  expect(html(`<img src="${src}" alt="x">`)).toBe('<img alt="x" />');
});

test('a picture loses all attributes with other sources', () => {
  expect(html('<img alt="x" srcset="https://example.org/a.png 2x" sizes="1px" longdesc="x" usemap="#x" lowsrc="x" dynsrc="x">')).toBe('<img alt="x" />');
});

/** Only the harmless part of each of these may remain. */
test.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<SCRIPT SRC=//example.org/a.js></SCRIPT>x', 'x'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', null],
  ['<<script>script>alert(1)<</script>/script>', null],
  ['<script>/*</script>*/alert(1)</script>', null],
  ['<script', null],
  ['<img src=x onerror=alert(1)>', null],
  ['<img src="https://example.org/a" onerror="alert(1)" ONLOAD=alert(1)>', '<img src="https://example.org/a" />'],
  ['<p onclick="alert(1)" onmouseover=alert(1) style="position:fixed" class="x" data-x="1" formaction="x">t</p>', '<p>t</p>'],
  ['<p/onclick=alert(1)//t', null],
  ['<style>@import "//example.org"</style>x', 'x'],
  ['<style><img src=x onerror=alert(1)></style>', null],
  ['<iframe src="https://example.org"></iframe>x', 'x'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', null],
  ['<object data="x"><embed src="x"></object><applet></applet>x', 'x'],
  ['<form action="https://example.org"><input name="x"><button formaction="x">Go</button></form>', null],
  ['<base href="https://example.org/"><link rel="stylesheet" href="x"><meta http-equiv="refresh" content="0">x', 'x'],
  ['<svg><script>alert(1)</script></svg>', null],
  ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', null],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', null],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">', null],
  ['<math><mi//xlink:href="data:x,<script>alert(1)</script>">', null],
  ['<math href="javascript:alert(1)">x</math>', null],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', null],
  ['<template><img src=x onerror=alert(1)></template>', null],
  ['<textarea><img src=x onerror=alert(1)></textarea>', null],
  ['<title><img src=x onerror=alert(1)></title>', null],
  ['<xmp><img src=x onerror=alert(1)></xmp>', null],
  ['<plaintext><img src=x onerror=alert(1)>', null],
  ['<!--><img src=x onerror=alert(1)>-->', null],
  ['<!-- <script>alert(1)</script> -->x', 'x'],
  ['<![CDATA[<script>alert(1)</script>]]>', null],
  ['<?xml-stylesheet href="javascript:alert(1)"?>x', null],
  ['<video src=x onerror=alert(1)><audio src=x onerror=alert(1)><source src=x>', null],
  ['<marquee onstart=alert(1)>x</marquee>', 'x'],
  ['<details ontoggle=alert(1) open>x</details>', '<details open>x</details>'],
  [
    '<a href="https://example.org" ping="https://example.org/p" onfocus=alert(1) autofocus>x</a>',
    '<a href="https://example.org" rel="noopener noreferrer">x</a>',
  ],
  ['<p title="&quot;><script>alert(1)</script>">x</p>', null],
  ['<p title=\'"onclick="alert(1)\'>x</p>', null],
  ['<p id="x" contenteditable tabindex=1 accesskey=x is="y" slot="z" part="w">x</p>', '<p id="x">x</p>'],
  ['<code class="language-js evil">x</code>', '<code class="language-js">x</code>'],
  ['<span class="language-js">x</span>', '<span>x</span>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
])('the HTML %j is sanitized', (body, exact) => {
  const safe = String(html(body));
  if (exact !== null) expect(safe).toBe(exact);
  const tags = safe.match(/<[^>]*>/g) ?? [];
  for (const tag of tags) {
    expect(tag).toMatch(/^<\/?[a-z][a-z0-9]*( [a-z]+(="[^"<>]*")?)*( \/)?>$/);
    expect(tag.replaceAll(/="[^"]*"/g, '')).not.toMatch(/ (on|style|src(doc|set)|formaction|xlink|ping)/);
  }
  expect(safe).not.toMatch(/<\/?(script|style|iframe|object|embed|form|input|svg|math|template|textarea|title|noscript|base|link|meta|video|audio)\b/i);
  expect(html(safe)).toBe(safe);
});

const FILE = 'file:01890000-0000-7000-8000-0000000000AB';

test('HTML keeps references to files of the course, and no other use of the scheme file', () => {
  const kept = `<a href="${FILE}" rel="noopener noreferrer">A</a><img src="${FILE}" alt="B" />`;
  expect(html(kept)).toBe(kept);
  for (const other of ['file:///etc/passwd', 'file:x', `${FILE}/..`, ` file:${'0'.repeat(36)}`, 'fi\u0000le:///etc/passwd', `FILE:${FILE}`]) {
    expect(html(`<a href="${other}">A</a><img src="${other}">`)).toBe('<a rel="noopener noreferrer">A</a><img />');
  }
});
