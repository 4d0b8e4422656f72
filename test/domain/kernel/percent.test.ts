import fc from 'fast-check';
import { percentOf } from '../../../src/domain/kernel/percent.ts';

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33.33],
  [2, 3, 66.66],
  [3, 3, 100],
  [9999, 10_000, 99.99],
  [199_999, 200_000, 99.99],
])('%i of %i is %f percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test('only the whole is 100 percent, and a larger part never has a smaller percentage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (whole, some) => {
      const part = some % whole;
      expect(percentOf(part, whole)).toBeLessThan(100);
      expect(percentOf(part + 1, whole)).toBeGreaterThanOrEqual(percentOf(part, whole));
      expect(percentOf(whole, whole)).toBe(100);
    }),
  );
});
