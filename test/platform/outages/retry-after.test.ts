import { retryAfterSeconds } from '../../../src/platform/outages/retry-after.ts';

const NOW = Date.parse('2026-11-21T17:00:00Z');

test.each([
  ['7', 7],
  ['Sat, 21 Nov 2026 17:00:30 GMT', 30],
  ['86400', 3600],
  ['Sun, 22 Nov 2026 17:00:00 GMT', 3600],
  ['Sat, 21 Nov 2026 16:00:00 GMT', undefined],
  ['0', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j asks to wait %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
