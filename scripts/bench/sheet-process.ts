import { readFile } from 'node:fs/promises';
import { readSheet } from '../../src/domain/assessment/answer-sheets/reading/read-sheet.ts';
import { loadSharp } from '../../src/platform/images/sharp.ts';
import { answerParent } from './child.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';
import type { SheetsRead, SheetTask } from './sheets.ts';

/** Reads these photos in this process, one after another. */
answerParent(async ({ files, rounds }: SheetTask): Promise<SheetsRead> => {
  await loadSharp();
  const before = await residentMegabytes(process.pid);
  const readAll = async () => {
    for (const file of files) {
      const { status } = await readSheet(await readFile(file));
      if (status !== 'read') throw new Error(`The sheet in ${file} could not be read.`);
    }
  };
  await readAll();
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await readAll();
  const { user, system } = process.cpuUsage(start);
  const peak = await peakMegabytes(process.pid);
  return { sheets: rounds * files.length, cpuSeconds: (user + system) / 1e6, megabytes: peak === null || before === null ? null : peak - before };
});
