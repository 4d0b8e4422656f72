import { periodEndOf } from '../../../src/platform/payments/periods.ts';

test.each([
  ['2026-01-31T10:00:00.000Z', 'month', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'month', 2, '2026-03-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 'month', 3, '2026-04-30T10:00:00.000Z'],
  ['2026-12-15T23:59:59.999Z', 'month', 1, '2027-01-15T23:59:59.999Z'],
  ['2027-01-31T10:00:00.000Z', 'month', 13, '2028-02-29T10:00:00.000Z'],
  ['2027-01-31T10:00:00.000Z', 'month', 24, '2029-01-31T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'year', 1, '2029-02-28T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'year', 4, '2032-02-29T10:00:00.000Z'],
] as const)('of what begins at %s, %s number %i ends at %s', (anchor, interval, count, end) => {
  expect(periodEndOf(anchor, interval, count)).toBe(end);
});

test('each of the periods of two years that begin on the last day of a month ends after the one before', () => {
  const ends = Array.from({ length: 25 }, (_, count) => periodEndOf('2027-01-31T10:00:00.000Z', 'month', count));
  expect(ends).toEqual([...new Set(ends)].sort());
});
