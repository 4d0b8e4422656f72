import { expiryOf } from '../../../../src/domain/learning/access/expiry.ts';

const course = { timezone: 'Europe/Berlin', duration_days: null, end_date: null } as const;

test.each([
  ['null in an open-ended course', { ...course, length_mode: 'open_ended' }, '2026-01-01T10:00:00.000Z', null],
  ['at the same local time of day', { ...course, length_mode: 'duration', duration_days: 30 }, '2026-01-01T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  [
    'at the same local time of day across a clock change',
    { ...course, length_mode: 'duration', duration_days: 90 },
    '2026-03-01T10:00:00.123Z',
    '2026-05-30T09:00:00.123Z',
  ],
  ['at the end of the last day', { ...course, length_mode: 'dates', end_date: '2026-06-30' }, '2026-01-01T10:00:00.000Z', '2026-06-30T22:00:00.000Z'],
] as const)('the expiry of an enrollment is %s', (_what, length, now, end) => {
  expect(expiryOf(length, now)).toBe(end);
});
