import { waitAfter } from '../../../../src/domain/messages/webhooks/retry.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3600;

test.each([
  [1, null, 5],
  [2, null, 300],
  [9, null, 24 * HOUR],
  [1, '120', 120],
  [1, '1', 5],
  [1, 'Thu, 01 Jan 2026 01:00:00 GMT', HOUR],
  [1, 'Wed, 31 Dec 2025 00:00:00 GMT', 5],
  [1, 'soon', 5],
  [1, '-5', 5],
  [1, '999999999', 24 * HOUR],
  [1, 'Thu, 01 Jan 2099 00:00:00 GMT', 24 * HOUR],
])('after failure %i with Retry-After %j, the wait is at least %i s and at most a tenth longer', (failed, retryAfter, seconds) => {
  const wait = waitAfter(failed, retryAfter, NOW);
  expect(wait).toBeGreaterThanOrEqual(seconds);
  expect(wait).toBeLessThanOrEqual(seconds * 1.1);
});

test('there is no other attempt after the tenth failure, even with Retry-After', () => {
  expect(waitAfter(10, '60', NOW)).toBeNull();
});
