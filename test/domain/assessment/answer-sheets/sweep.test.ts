import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import { drawSwept, SWEEP, SweepCount } from '../../../support/answer-sheets/sweep.ts';
import { someOf } from '../../../support/sample.ts';

const reader = openSheetReader();
afterAll(() => reader.close());

/** Upright and near, because small photos are soon drawn. */
const NEAR = { width: 1050, height: 1400, turn: 3, tilt: 6, fill: 0.97, quality: 85, blur: 0.1, shake: 0, format: 'jpeg', orientation: 1 } as const;

test.each(someOf(Object.keys(SWEEP)))('no certain row is wrong on a sheet of this kind: %s', async (kind) => {
  const count = new SweepCount();
  const sheet = await drawSwept(kind, 7, NEAR);
  count.add(sheet, await reader.read(sheet.image), kind);
  expect(count.wrong).toEqual([]);
  expect(count.failed).toBe(0);
});

test.each(someOf(['full', 'faint pencil', 'crosses', 'creases', 'white-out', 'copies of copies']))(
  'no certain row is wrong where only the circles of a short quiz are printed: %s',
  async (kind) => {
    const count = new SweepCount();
    const sheet = await drawSwept(kind, 8, NEAR, true);
    const { rows, choices } = sheet.layout;
    count.add(sheet, await reader.read(sheet.image, async () => Array.from({ length: rows }, () => choices)), kind);
    expect(count.wrong).toEqual([]);
    expect(count.failed).toBe(0);
  },
);
