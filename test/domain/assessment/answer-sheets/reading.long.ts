import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { makeScene } from '../../../support/answer-sheets/scene.ts';
import { Tally } from '../../../support/answer-sheets/tally.ts';
import { takesAtMost } from '../../../support/bound.ts';

takesAtMost(240);

const SHEETS = 300;

const reader = openSheetReader();
afterAll(() => reader.close());

test('of 300 photographed sheets none that is read without a doubt has a wrong mark, and at least 97 % are read without a doubt', async () => {
  const first = Math.floor(Math.random() * 1e9);
  const tally = new Tally();
  let read: Promise<void> = Promise.resolve();
  for (let seed = first; seed < first + SHEETS; seed += 1) {
    const scene = await makeScene(seed);
    // A thread reads while the next photo is made.
    await read;
    read = reader.read(scene.image).then((reading) => tally.add(scene, reading));
  }
  await read;
  console.log(`seeds from ${first}\n${tally}`);
  expect(tally.wrong).toEqual([]);
  expect(tally.blanksReadAsMarks).toBe(0);
  expect(tally.clear).toBeGreaterThanOrEqual(0.97 * SHEETS);
}, 240_000);
