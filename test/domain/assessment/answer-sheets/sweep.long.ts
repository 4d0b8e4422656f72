import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { drawSwept, SWEEP, SweepCount } from '../../../support/answer-sheets/sweep.ts';
import { takesAtMost } from '../../../support/bound.ts';

/** How many sheets of each kind are drawn, and the first of their seeds. Rare mistakes show in thousands of sheets. */
const SHEETS = Number(process.env.SHEETS_OF_KIND ?? 5);
const FIRST_SEED = Number(process.env.SHEET_SEED ?? 1000);
const LONGEST_S = 60 + 4 * SHEETS * Object.keys(SWEEP).length;

takesAtMost(LONGEST_S);

test(
  'however sheets are filled in and photographed, hardly any row that is certain is wrong',
  async () => {
    const reader = openSheetReader();
    const counts = new Map<string, SweepCount>();
    try {
      for (const kind of Object.keys(SWEEP)) {
        const count = new SweepCount();
        counts.set(kind, count);
        for (let seed = FIRST_SEED; seed < FIRST_SEED + SHEETS; seed += 1) {
          const sheet = await drawSwept(kind, seed);
          count.add(sheet, await reader.read(sheet.image), `${kind}, seed ${seed}, layout ${sheet.layout.code}`);
        }
      }
    } finally {
      await reader.close();
    }
    const wrong = [...counts.values()].flatMap((count) => count.wrong);
    const right = [...counts.values()].reduce((total, count) => total + count.right, 0);
    console.log([...[...counts].map(([kind, count]) => `${kind}: ${count}`), ...wrong].join('\n'));
    // So many are expected at one of ten thousand, and three times the spread of that.
    const expected = right / 10_000;
    expect(wrong.length).toBeLessThanOrEqual(expected + 3 * Math.sqrt(expected));
    expect((counts.get('full') as SweepCount).clear).toBeGreaterThanOrEqual(0.9 * SHEETS);
  },
  LONGEST_S * 1000,
);
