import fc from 'fast-check';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { decodeSheetCode, encodeSheetCode, sheetIdFrom } from '../../../../src/domain/assessment/answer-sheets/layout/sheet-code.ts';

const codes = fc.record({
  layout: fc.constantFrom(...LAYOUTS.keys()),
  sheet: fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => sheetIdFrom(bytes)),
  page: fc.integer({ min: 1, max: 4 }),
});
const cells = (most: number, least = 0) => fc.uniqueArray(fc.integer({ min: 0, max: 127 }), { minLength: least, maxLength: most });
const damaged = (word: boolean[], places: number[]) => word.map((cell, index) => cell !== places.includes(index));

test('a code with up to two damaged cells is read as what it was', () => {
  fc.assert(fc.property(codes, cells(2), (code, places) => expect(decodeSheetCode(damaged(encodeSheetCode(code), places))).toEqual(code)));
});

test('a code with 3 to 21 damaged cells is never read, and so never as another sheet', () => {
  fc.assert(fc.property(codes, cells(21, 3), (code, places) => expect(decodeSheetCode(damaged(encodeSheetCode(code), places))).toBeNull()));
});

test('two different codes differ in at least 24 cells', () => {
  fc.assert(
    fc.property(codes, codes, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const [a, b] = [encodeSheetCode(one), encodeSheetCode(other)];
      expect(a.filter((cell, index) => cell !== b[index]).length).toBeGreaterThanOrEqual(24);
    }),
  );
});

test('blank paper, black paper and cells at random are no code', () => {
  expect(decodeSheetCode(Array(128).fill(false))).toBeNull();
  expect(decodeSheetCode(Array(128).fill(true))).toBeNull();
  fc.assert(fc.property(fc.array(fc.boolean(), { minLength: 128, maxLength: 128 }), (word) => expect(decodeSheetCode(word)).toBeNull()));
});

test('a page that is turned is not read as another one', () => {
  fc.assert(fc.property(codes, (code) => expect(decodeSheetCode(encodeSheetCode(code).reverse())).toBeNull()));
});
