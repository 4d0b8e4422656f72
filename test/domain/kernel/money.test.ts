import fc from 'fast-check';
import { CURRENCIES, isCurrency, minorUnitsOf, moneyText, shareOf } from '../../../src/domain/kernel/money.ts';

test.each([
  [999, 10, 100, 1, 100],
  [995, 10, 100, 1, 100],
  [994, 10, 100, 1, 99],
  [0, 50, 100, 1, 0],
  [4900, 100, 100, 1, 4900],
  [5120, 33, 100, 10, 1690],
  [5000, 5, 1000, 10, 30],
])('of %i, %i out of %i is, in steps of %i, %i', (amount, part, whole, step, share) => {
  expect(shareOf(amount, part, whole, step)).toBe(share);
});

test('a share is the nearest multiple of the step, the higher one of two, also where numbers with a fraction are not exact', () => {
  const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999n });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(1, 10, 100), (amount, part, step) => {
      const share = BigInt(shareOf(Number(amount), part, 10_000, step));
      const twiceTheError = 2n * (share * 10_000n - amount * BigInt(part));
      const width = BigInt(step) * 10_000n;
      expect(share % BigInt(step)).toBe(0n);
      expect(twiceTheError > -width && twiceTheError <= width).toBe(true);
    }),
  );
});

test('the table has the decimals of ISO 4217, where those of CLDR are others', () => {
  expect(['EUR', 'JPY', 'KWD', 'HUF', 'IDR', 'MGA', 'IQD', 'ISK', 'UGX'].map(minorUnitsOf)).toEqual([2, 0, 3, 2, 2, 2, 3, 0, 0]);
  expect(CURRENCIES).toHaveLength(155);
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
});

test.each(['XXX', 'XAU', 'CHE', 'BGN', 'eur', ''])('"%s" is no currency for prices', (code) => {
  expect(isCurrency(code)).toBe(false);
});

test.each([
  ['de', 4900, 'EUR', '49,00 €'],
  ['en', 1500, 'JPY', '¥1,500'],
  ['en', 490_000, 'HUF', 'HUF 4,900'],
  ['en', 490_050, 'HUF', 'HUF 4,900.50'],
  ['en', 5120, 'KWD', 'KWD 5.120'],
  ['en', 5000, 'BGN', 'BGN 50.00'],
])('in %s, %i of %s is written "%s"', (language, amount, currency, text) => {
  expect(moneyText(language, amount, currency).replaceAll(/\s/g, ' ')).toBe(text);
});
