import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { openSheetReader } from '../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { typstPool } from '../../../src/platform/typeset/typst-pool.ts';
import type { Drawing } from './drawing.ts';
import { paperOf, printedPdf, sheetOf } from './printed.ts';
import { drawSwept, HELD_OUT, SWEEP, SweepCount } from './sweep.ts';

/** How many sheets of each kind are drawn. Rare mistakes show in thousands of sheets: SHEET_SEED, the first of the seeds, chooses others. */
const SHEETS = 5;
const FIRST_SEED = Number(process.env.SHEET_SEED ?? 1000);

const PARTS = 3;

/** Returns what makes sheets as the service prints them, which are darker and have larger letters than those that are only drawn. */
export function printer(typesetter: ReturnType<typeof typstPool>): (layout: Layout) => Promise<Drawing> {
  const pages = new Map<string, Promise<Drawing[]>>();
  return async (layout) => {
    const rows = Array.from({ length: layout.rows }, () => layout.choices);
    const page = pages.get(layout.code) ?? printedPdf(typesetter, layout.code, [sheetOf(rows)]).then((pdf) => paperOf(pdf, layout));
    pages.set(layout.code, page);
    return ((await page)[0] as Drawing).copy();
  };
}

/** Reads sheets of a third of the kinds, every second one of which is printed, and returns what was counted in all of them, and in those that were filled in as is asked, if these are among them. */
export async function sweepKinds(part: number): Promise<{ all: SweepCount; full: SweepCount | undefined }> {
  const kinds = [...Object.keys(SWEEP), ...Object.keys(HELD_OUT)].filter((_, index) => index % PARTS === part);
  const counts = new Map(kinds.map((kind) => [kind, new SweepCount()]));
  const all = new SweepCount();
  const [reader, typesetter] = [openSheetReader(), typstPool()];
  const printed = printer(typesetter);
  try {
    for (const [kind, count] of counts) {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SHEETS; seed += 1) {
        const sheet = await drawSwept(kind, seed, {}, false, seed % 2 === 1 ? printed : undefined);
        const reading = await reader.read(sheet.image);
        for (const one of [count, all]) one.add(sheet, reading, `${kind}, seed ${seed}, layout ${sheet.layout.code}`);
      }
    }
  } finally {
    await Promise.all([reader.close(), typesetter.close()]);
  }
  console.log([...[...counts, ['all', all] as const].map(([kind, count]) => `${kind}: ${count}`), ...all.wrong].join('\n'));
  return { all, full: counts.get('full') };
}
