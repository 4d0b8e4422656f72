import { openSheetReader } from '../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { makeScene } from './scene.ts';
import { Tally } from './tally.ts';

/** The first of the seeds. SHEET_SEED chooses others. */
const FIRST_SEED = Number(process.env.SHEET_SEED ?? 20_001);

/** Reads `count` simulated photos, beginning with the seed that is `offset` after the first one. */
export async function readPhotos(offset: number, count: number): Promise<Tally> {
  const reader = openSheetReader();
  const tally = new Tally();
  const first = FIRST_SEED + offset;
  let read: Promise<void> = Promise.resolve();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const scene = await makeScene(seed);
      // A thread reads while the next photo is made.
      await read;
      read = reader.read(scene.image).then((reading) => tally.add(scene, reading));
      read.catch(() => {});
    }
    await read;
  } finally {
    await reader.close();
  }
  console.log(`seeds from ${first}\n${tally}`);
  return tally;
}
