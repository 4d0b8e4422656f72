import { readSheet } from '../../src/domain/assessment/answer-sheets/reading/read-sheet.ts';
import { makeScene, type Scene } from '../../test/support/answer-sheets/scene.ts';

export const SHEET_WORK = ['answer sheets of 12 megapixels'] as const;

export interface SheetRow {
  name: (typeof SHEET_WORK)[number];
  sheets: number;
  /** CPU time of all threads that take part. */
  cpuSeconds: number;
}

const PHOTOS = 5;

/** Measures how much CPU time it takes to read the photo of a sheet, from its bytes to the darkness of each bubble and the straightened picture. */
export async function measureSheets(rounds: number): Promise<SheetRow[]> {
  const size = { width: 3000, height: 4000, format: 'jpeg', quality: 85 } as const;
  const scenes: Scene[] = [];
  for (let seed = 1; seed <= PHOTOS; seed += 1) scenes.push(await makeScene(seed, size, 'photo'));
  const readAll = async () => {
    for (const { image, seed } of scenes) {
      const { status } = await readSheet(image);
      if (status !== 'read') throw new Error(`The sheet of seed ${seed} could not be read.`);
    }
  };
  await readAll();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await readAll();
  const { user, system } = process.cpuUsage(before);
  return [{ name: SHEET_WORK[0], sheets: rounds * PHOTOS, cpuSeconds: (user + system) / 1e6 }];
}
