import { readPhotos } from '../../../support/answer-sheets/read-photos.ts';
import { takesAtMost } from '../../../support/bound.ts';

takesAtMost(240);

test('of the third 100 of 300 photographed sheets none that is read without a doubt has a wrong mark, and at least 85 % are read without a doubt, though some have rubbed marks in blank rows', async () => {
  const tally = await readPhotos(200, 100);
  expect(tally.wrong).toEqual([]);
  expect(tally.blanksReadAsMarks).toBe(0);
  expect(tally.clear).toBeGreaterThanOrEqual(85);
}, 240_000);
