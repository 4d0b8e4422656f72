import fc from 'fast-check';
import { jsonText } from '../../src/http/json-text.ts';
import { longestTurn, quickest } from '../support/cpu-time.ts';

const textOf = async (body: unknown): Promise<string> => (await jsonText(body, null)).join('');

test('a response is the JSON text of its body', async () => {
  const bodies = [fc.jsonValue(), fc.dictionary(fc.string(), fc.oneof(fc.constant(undefined), fc.array(fc.jsonValue(), { maxLength: 40 })))];
  await fc.assert(
    fc.asyncProperty(fc.oneof(...bodies), async (body) => {
      expect(await textOf(body)).toBe(JSON.stringify(body));
    }),
  );
});

test('other requests have their turn while a large list is converted', async () => {
  const results = Array.from({ length: 200 }, () => ({ text: '\u00e9"'.repeat(100_000) }));
  const whole = quickest(() => JSON.stringify({ results }), 1);
  expect(await longestTurn(() => jsonText({ results }, null))).toBeLessThan(Math.max(100, whole / 2));
});
