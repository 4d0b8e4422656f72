import fc from 'fast-check';
import { localDay, momentOf, windowOf } from '../../../src/domain/kernel/moments.ts';

test.each([
  ['New York in winter', 'America/New_York', '2026-01-10', 0, '09:00', '2026-01-10T14:00:00.000Z'],
  ['New York, across the change to summer time', 'America/New_York', '2026-03-07', 1, '09:00', '2026-03-08T13:00:00.000Z'],
  ['Berlin in summer', 'Europe/Berlin', '2026-07-01', 30, '18:30', '2026-07-31T16:30:00.000Z'],
  ['Kolkata, with an offset of half an hour', 'Asia/Kolkata', '2026-05-05', 0, '00:00', '2026-05-04T18:30:00.000Z'],
  ['Kathmandu, with an offset of a quarter of an hour', 'Asia/Kathmandu', '2026-05-05', 2, '12:00', '2026-05-07T06:15:00.000Z'],
  ['UTC over a leap day', 'UTC', '2028-02-28', 1, '23:59', '2028-02-29T23:59:00.000Z'],
  ['Berlin, ten years later', 'Europe/Berlin', '2026-01-01', 3650, '00:00', '2035-12-29T23:00:00.000Z'],
])('a local time on a day is converted to UTC: %s', (_what, zone, day, offset, time, moment) => {
  expect(momentOf(zone, day, offset, time)).toBe(moment);
});

test('a missing time means the start of the day', () => {
  expect(momentOf('Europe/Berlin', '2026-01-01', 0, null)).toBe(momentOf('Europe/Berlin', '2026-01-01', 0, '00:00'));
});

test.each([
  ['New York at the change itself', 'America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00.000Z'],
  ['New York in the gap', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00.000Z'],
  ['New York at the end of the gap', 'America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['New York just after', 'America/New_York', '2026-03-08', '03:01', '2026-03-08T07:01:00.000Z'],
  ['Berlin', 'Europe/Berlin', '2026-03-29', '02:59', '2026-03-29T01:00:00.000Z'],
  ['Lord Howe, with a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
  ['Sao Paulo, on a day that began at 01:00', 'America/Sao_Paulo', '2018-11-04', '00:00', '2018-11-04T03:00:00.000Z'],
  ['Cairo, on a day that begins at 01:00', 'Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00.000Z'],
  ['Apia, on a day that was skipped entirely', 'Pacific/Apia', '2011-12-30', '15:00', '2011-12-30T10:00:00.000Z'],
])('a local time skipped by a clock change is the moment of the change: %s', (_what, zone, day, time, moment) => {
  expect(momentOf(zone, day, 0, time)).toBe(moment);
});

test.each([
  ['New York', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Berlin', 'Europe/Berlin', '2026-10-25', '02:00', '2026-10-25T00:00:00.000Z'],
  ['Lord Howe, where half an hour repeats', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
  ['Sao Paulo, where 23:30 repeats', 'America/Sao_Paulo', '2018-02-17', '23:30', '2018-02-18T01:30:00.000Z'],
])('a local time that occurs twice is the first occurrence: %s', (_what, zone, day, time, moment) => {
  expect(momentOf(zone, day, 0, time)).toBe(moment);
});

test.each([
  ['Asia/Kolkata', '2026-05-04T18:29:59.999Z', '2026-05-04'],
  ['Asia/Kolkata', '2026-05-04T18:30:00.000Z', '2026-05-05'],
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
])('the day in %s at %s is %s', (zone, instant, day) => {
  expect(localDay(zone, instant)).toBe(day);
});

const EVERY_ZONE = Intl.supportedValuesOf('timeZone');
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Cairo', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'];
const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
const clockTime = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

test('a later local time is never an earlier moment, and every moment is on its own day unless the day was skipped', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 3650 }), minutes, minutes, (zone, offset, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)];
      const [first, second] = [momentOf(zone, '2009-01-01', offset, clockTime(early)), momentOf(zone, '2009-01-01', offset, clockTime(late))];
      expect(first <= second).toBe(true);
      const day = new Date(Date.UTC(2009, 0, 1 + offset)).toISOString().slice(0, 10);
      if (day !== '2011-12-30') expect(localDay(zone, first)).toBe(day);
    }),
  );
});

test('in no time zone and on no day does a lesson close before it has been open, and it opens and closes at its local times unless they are skipped', () => {
  // The days on which a zone skipped a day, and those of common clock changes.
  const days = fc.constantFrom('2011-12-29', '1993-08-20', '1994-12-30', '1995-01-01', '2026-03-07', '2026-03-28', '2026-10-03', '2026-10-24', '2030-06-15');
  fc.assert(
    fc.property(fc.constantFrom(...EVERY_ZONE), days, fc.nat(2), minutes, fc.integer({ min: 1, max: 3 * 24 * 60 }), (zone, day, offset, minute, length) => {
      const end = offset * 24 * 60 + minute + length;
      const [lastDay, lastMinute] = [Math.floor(end / (24 * 60)), end % (24 * 60)];
      const planned = { opens_day_offset: offset, opens_time: clockTime(minute), closes_day_offset: lastDay, closes_time: clockTime(lastMinute) };
      const { opens, closes } = windowOf(zone, day, planned);
      expect(opens).toBe(momentOf(zone, day, offset, planned.opens_time));
      expect(String(closes) > String(opens)).toBe(true);
      const wall = momentOf(zone, day, lastDay, planned.closes_time);
      if (wall > String(opens)) expect(closes).toBe(wall);
      else expect(Date.parse(String(closes)) - Date.parse(String(opens))).toBe(length * 60_000);
    }),
    { numRuns: 1000 },
  );
});
