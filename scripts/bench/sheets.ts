import { writeFile } from 'node:fs/promises';
import { makeScene } from '../../test/support/answer-sheets/scene.ts';
import { startCommand } from '../start-command.ts';
import { forkChild } from './child.ts';
import { temporaryFolder } from './seed.ts';

const SIZES = {
  'answer sheets of 5 megapixels': { width: 1936, height: 2582 },
  'answer sheets of 12 megapixels': { width: 3000, height: 4000 },
} as const;

export const SHEET_WORK = Object.keys(SIZES) as (keyof typeof SIZES)[];

export interface SheetsRead {
  sheets: number;
  /** CPU time of all threads that take part. */
  cpuSeconds: number;
  /** Most memory that reading adds to a process that has loaded everything it needs; null if there is no /proc. */
  megabytes: number | null;
}

export interface SheetRow extends SheetsRead {
  name: keyof typeof SIZES;
}

export interface SheetTask {
  files: string[];
  rounds: number;
}

/** Seeds of photos of sheets of 50 rows. */
const SEEDS = [1, 2, 3, 5, 8];

/** Measures what it takes to read the photo of a sheet, from its bytes to its rows and the straightened picture, in a process that starts as the service does. */
export async function measureSheets(rounds: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  const folder = await temporaryFolder();
  const { words, env } = await startCommand(folder);
  for (const name of SHEET_WORK) {
    const files: string[] = [];
    for (const seed of SEEDS) {
      const { image } = await makeScene(seed, { ...SIZES[name], format: 'jpeg', quality: 85 }, 'photo');
      const file = `${folder}/${seed}-${SIZES[name].width}.jpeg`;
      await writeFile(file, image);
      files.push(file);
    }
    const { ask, stop } = await forkChild(
      'sheet-process.ts',
      words.filter((word) => word.startsWith('--')),
      env,
    );
    const task: SheetTask = { files, rounds };
    rows.push({ name, ...(await ask<SheetsRead>(task)) });
    await stop();
  }
  return rows;
}
