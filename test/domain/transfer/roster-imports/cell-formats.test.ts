import { formatOf, shownNumber } from '../../../../src/domain/transfer/roster-imports/cell-formats.ts';

const shown = (value: string, id: number, code: string | null = null, isFrom1904 = false) => shownNumber(value, formatOf(id, code), isFrom1904);

test.each([
  ['42', 170, '00000', '00042'],
  ['123456', 170, '0000', '123456'],
  ['42', 0, null, '42'],
  ['42', 170, '#,##0.00 "days"', '42'],
  ['1.5', 0, null, '1.5'],
  ['1.2345678901E+10', 0, null, '12345678901'],
  ['0.1', 0, null, '0.1'],
  ['45292', 14, null, '2024-01-01'],
  ['45292.75', 170, 'dd/mm/yyyy hh:mm', '2024-01-01'],
  ['45292', 170, '[$-407]d. mmmm yyyy;@', '2024-01-01'],
  ['99999999', 14, null, '99999999'],
  ['not a number', 0, null, 'not a number'],
])('the value %s in format %i %s is shown as people see it', (value, id, code, expected) => {
  expect(shown(value, id, code)).toBe(expected);
});

test('a workbook that counts days from 1904 shows other days', () => {
  expect(shown('43830', 14, null, true)).toBe('2024-01-01');
});
