import { sweepKinds } from '../../../support/answer-sheets/sweep-kinds.ts';
import { takesAtMost } from '../../../support/bound.ts';

takesAtMost(240);

test('however sheets are filled in and photographed, hardly any row that is certain is wrong: part 3 of the kinds', async () => {
  const { all, full } = await sweepKinds(2);
  // So many are expected at one of ten thousand, and three times the spread of that.
  const expected = all.right / 10_000;
  expect(all.wrong.length).toBeLessThanOrEqual(expected + 3 * Math.sqrt(expected));
  if (full) expect(full.clear).toBe(full.sheets);
});
