import fc from 'fast-check';
import { isTime } from '../../../src/http/contract/coercion.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

/** Leap seconds and an offset without minutes, which RFC 3339 or ISO 8601 allow, and an hour and a minute that exist only in UTC. */
const UNCOMPUTABLE = ['2016-12-31T23:59:60Z', '2017-01-01T05:29:60+05:30', '2026-01-01T00:00:00+05', '2026-01-01T24:59:00+01:00', '2026-01-01T00:60:00+01:01'];

const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
const offset = fc.oneof(
  fc.constantFrom('Z', 'z'),
  fc.tuple(fc.constantFrom('+', '-'), two(24), fc.constantFrom(':', '', null), two(60)).map(([sign, hours, between, minutes]) => {
    return between === null ? `${sign}${hours}` : [sign, hours, between, minutes].join('');
  }),
);
const time = fc
  .tuple(fc.constantFrom('0000', '0001', '1999', '2024', '9999'), two(13), two(32), fc.constantFrom('T', 't', ' '), two(24), two(61), two(61), offset)
  .map(([year, month, day, separator, hour, minute, second, zone]) => `${year}-${month}-${day}${separator}${hour}:${minute}:${second}${zone}`);

test('every time that a request may contain can be computed with', () => {
  fc.assert(
    fc.property(time, (text) => !isTime(text) || !Number.isNaN(Date.parse(text))),
    {
      numRuns: 20_000,
      examples: UNCOMPUTABLE.map((text): [string] => [text]),
    },
  );
});

test.each(UNCOMPUTABLE)('%s is refused', async (text) => {
  const { body } = await expectStatus(400, school.browser.call('post', `courses/${school.courseId}/codes/`, { expires_at: text }));
  expect(body.errors).toMatchObject([{ field: 'expires_at' }]);
});

test.each(['2026-01-01T00:00:00Z', '2026-01-01t00:00:00.123456z', '2026-01-01T00:00:00+0530', '2026-01-01T23:59:59-15:59'])('%s is a time', (text) => {
  expect(isTime(text)).toBe(true);
});
