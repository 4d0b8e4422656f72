import { inkOn, readableOnWhite } from '../../src/pages/parts/colors.ts';

test('a color that is dark enough stays as it is, and a lighter one is made darker', () => {
  expect(readableOnWhite('#1f4f8f')).toBe('#1f4f8f');
  expect(readableOnWhite('#ffee00')).not.toBe('#ffee00');
  expect(readableOnWhite('#ffffff')).toMatch(/^#([0-9a-f]{2})\1\1$/);
});

test.each([
  ['#000000', '#ffffff'],
  ['#1f4f8f', '#ffffff'],
  ['#ffee00', '#000000'],
  ['#ffffff', '#000000'],
])('the text on %s is %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink);
});
