import { readTouches, type Touch, writeTouches } from '../../../src/domain/affiliates/referrals/touches.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';

const keyring = createKeyring('a secret for tests that is long enough');
const idOf = (kind: number, n: number) => `0189${kind}000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A click on a link of an organisation, with the longest sub-ID. The time tells clicks apart. */
const touch = (organisation: number, link: number, second: number): Touch => ({
  organisationId: idOf(1, organisation),
  linkId: idOf(2, link),
  clickedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  subId: 'x'.repeat(64),
});

/** Follows links one after the other, as one browser does. */
const followAll = (touches: readonly Touch[]): { cookie: string; kept: Touch[] } =>
  touches.reduce(
    ({ kept }, next) => {
      const cookie = writeTouches(keyring, [...kept, next]);
      return { cookie, kept: readTouches(keyring, cookie) };
    },
    { cookie: '', kept: [] as Touch[] },
  );

test('the cookie never exceeds what browsers keep, and always has the newest touch', () => {
  const touches = Array.from({ length: 60 }, (_, n) => touch(n, n, n));
  const { cookie, kept } = followAll(touches);
  expect(`__Host-lms_referrals=${cookie}`.length).toBeLessThanOrEqual(4096);
  expect(kept).toEqual(touches.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(10);
});

test('of many touches of one link, the first and the last stay, and no other link is forgotten for them', () => {
  const others = [touch(2, 20, 0), touch(3, 30, 1)];
  const many = Array.from({ length: 60 }, (_, n) => touch(1, 10, n + 2));
  const { kept } = followAll([...others, ...many]);
  expect(kept).toEqual(expect.arrayContaining([...others, many[0], many.at(-1)]));
});

test('of many links of one organisation, the first and the last stay, and no other organisation is forgotten for them', () => {
  const other = touch(2, 20, 0);
  const many = Array.from({ length: 60 }, (_, n) => touch(1, n, n + 1));
  const { kept } = followAll([other, ...many]);
  expect(kept).toEqual(expect.arrayContaining([other, many[0], many.at(-1)]));
});
