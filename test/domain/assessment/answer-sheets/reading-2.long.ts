import { readPhotos } from '../../../support/answer-sheets/read-photos.ts';
import { takesAtMost } from '../../../support/bound.ts';

takesAtMost(240);

test('of the second 100 of 300 photographed sheets none that is read without a doubt has a wrong mark, and of those with full marks only hardly any needs a person', async () => {
  const tally = await readPhotos(100, 100);
  expect(tally.wrong).toEqual([]);
  expect(tally.blanksReadAsMarks).toBe(0);
  expect(tally.asAsked.clear).toBeGreaterThanOrEqual(0.9 * tally.asAsked.sheets);
});
