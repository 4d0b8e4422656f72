import { dueAt, type Opening } from '../../../../src/domain/learning/access/due.ts';

const opening: Opening = {
  timezone: 'America/New_York',
  opensAt: null,
  dayZero: { day: '2026-03-01', isKnown: true },
  firstOpenedAt: '2026-03-06T04:30:00.000Z',
};
const relative = { kind: 'relative', days: 7, time: '23:59' } as const;

test.each([
  ['at no time', { kind: 'none' }, opening, null],
  ['on a date', { kind: 'date', date: '2026-03-08', time: '23:59' }, opening, '2026-03-09T03:59:00.000Z'],
  ['days after the lesson opened', relative, { ...opening, opensAt: '2026-03-02T14:00:00.000Z' }, '2026-03-10T03:59:00.000Z'],
  ['days after day 0, if the lesson was always open', relative, opening, '2026-03-09T03:59:00.000Z'],
  ['days after the lesson was first opened, if there is no day 0', relative, { ...opening, dayZero: null }, '2026-03-13T03:59:00.000Z'],
] as const)('work is due %s', (_what, due, when, moment) => {
  expect(dueAt(due, when)).toBe(moment);
});
