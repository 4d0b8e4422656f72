import { COUNTRIES, isCountry } from '../../../src/domain/kernel/countries.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

test('the list has the 249 codes of ISO 3166-1, once and in order, and each has a name', () => {
  expect(COUNTRIES).toHaveLength(249);
  expect(COUNTRIES).toEqual([...new Set(COUNTRIES)].sort());
  expect(COUNTRIES.filter((code) => names.of(code) === code)).toEqual([]);
});

test.each(['ZZ', 'XX', 'XK', 'EU', 'EL', 'UK', 'AN', 'de', ''])('"%s" is no country', (code) => {
  expect(isCountry(code)).toBe(false);
});
