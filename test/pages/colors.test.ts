import { gzipSync } from 'node:zlib';
import { contrast, inkOn, readableOn } from '../../src/pages/parts/colors.ts';
import { brandText, STYLES } from '../../src/pages/parts/style.ts';

const whole = (color: string): string => (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);

test('a color that is dark enough stays as it is, and a lighter one is made darker', () => {
  expect(readableOn('#ffffff', '#1f4f8f')).toBe('#1f4f8f');
  expect(readableOn('#ffffff', '#ffee00')).not.toBe('#ffee00');
  expect(readableOn('#ffffff', '#ffffff')).toMatch(/^#([0-9a-f]{2})\1\1$/);
});

test.each(['#000000', '#1f4f8f', '#7a0000', '#ffee00', '#ffffff'])('links in %s can be read on both grounds', (color) => {
  const [light = '', dark = ''] = /light-dark\((#\w+), (#\w+)\)/.exec(brandText(color.slice(1)))?.slice(1) ?? [];
  expect(contrast(light, '#eef1f6')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark, '#252e3b')).toBeGreaterThanOrEqual(4.5);
});

const STYLE = [...STYLES.values()].join('');

test('the style knows no left and right, has all rules in its layers, and is small', () => {
  expect(STYLE).not.toMatch(/\b(left|right)\b/);
  expect(STYLE.replaceAll(/@layer \w+ \{\n[\s\S]*?\n\}\n(?=@layer|$)/g, '')).toBe('@layer reset, tokens, base, parts, pages;\n');
  expect(gzipSync(STYLE).length).toBeLessThanOrEqual(10 * 1024);
});

test('every color of the style is a token with a value for light and for dark, which makes texts readable on every ground', () => {
  const tokens = Object.fromEntries([...STYLE.matchAll(/--(\S+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name = '', ...pair]) => [name, pair.map(whole)]));
  for (const [text, grounds] of [
    ['text', ['ground', 'paper', 'tint', 'good-ground', 'bad-ground']],
    ['soft', ['ground', 'paper']],
    ['bad', ['paper', 'ground']],
  ] as const)
    for (const ground of grounds)
      for (const side of [0, 1]) expect(contrast(tokens[text]?.[side] ?? '', tokens[ground]?.[side] ?? '')).toBeGreaterThanOrEqual(4.5);
  const literal = STYLE.split('\n').filter((line) => /#[0-9a-f]{3,6}\b/.test(line) && !line.includes('light-dark('));
  // Contents of others, and codes that cameras read, are on white. Videos are on black.
  expect(literal.filter((line) => !/^(iframe\.frame|\.frame|\.qr svg) /.test(line))).toEqual([]);
});

test.each([
  ['#000000', '#ffffff'],
  ['#1f4f8f', '#ffffff'],
  ['#ffee00', '#000000'],
  ['#ffffff', '#000000'],
])('the text on %s is %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink);
});
