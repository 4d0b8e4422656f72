import { readConfig } from '../../../../src/config.ts';
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

test('even a delivery that is put off for as long as possible each time is attempted for the last time before its event may be forgotten', () => {
  let [seconds, failed] = [0, 1];
  for (let wait = waitAfter(failed, '999999999', NOW); wait !== null; wait = waitAfter(++failed, '999999999', NOW)) seconds += Math.max(wait, 24 * HOUR * 1.1);
  expect(failed).toBe(10);
  expect(() => readConfig({ WEBHOOK_EVENT_DAYS: String(Math.floor(seconds / (24 * HOUR))) })).toThrow(/^WEBHOOK_EVENT_DAYS must be a whole number from 10 /);
  expect(seconds).toBeLessThan(10 * 24 * HOUR);
});
