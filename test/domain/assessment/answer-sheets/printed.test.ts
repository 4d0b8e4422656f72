import { Chance } from '../../../../scripts/crash/chance.ts';
import type { ChoiceBubble, Layout } from '../../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { openSheetReader } from '../../../../src/domain/assessment/answer-sheets/reading/sheet-reader.ts';
import type { ReadSheet } from '../../../../src/platform/sheet-reader/sheet-reader.ts';
import { typstPool } from '../../../../src/platform/typeset/typst-pool.ts';
import type { Drawing, Ink } from '../../../support/answer-sheets/drawing.ts';
import { paperOf, printedPdf, sheetOf } from '../../../support/answer-sheets/printed.ts';
import { scan } from '../../../support/answer-sheets/scene.ts';
import { copy } from '../../../support/answer-sheets/sweep.ts';
import { someOf } from '../../../support/sample.ts';

const reader = openSheetReader();
const typesetter = typstPool();
afterAll(() => Promise.all([reader.close(), typesetter.close()]));

const PEN: Ink = { colour: [38, 48, 140], opacity: 0.95, grain: 0.08 };
const layoutOf = (code: string) => LAYOUTS.get(code) as Layout;
const bubbleAt = ({ bubbles }: Layout, row: number, choice: number) => bubbles.find((one) => one.row === row && one.choice === choice) as ChoiceBubble;
const mark = (page: Drawing, layout: Layout, row: number, choice: number) => {
  const { x, y, radius } = bubbleAt(layout, row, choice);
  page.disc(x, y, radius, PEN);
};

/** Fills these rows of the first page of the first sheet, and reads it. */
async function readBack(
  code: string,
  sheets: readonly ReturnType<typeof sheetOf>[],
  marks: Readonly<Record<number, readonly number[]>>,
  shown: number[] | null,
) {
  const layout = layoutOf(code);
  const [page] = (await paperOf(await printedPdf(typesetter, code, sheets, { showsAll: shown === null }), layout)) as [Drawing];
  for (const [row, choices] of Object.entries(marks)) for (const choice of choices) mark(page, layout, Number(row), choice);
  const asked: unknown[] = [];
  const reading = await reader.read(await scan(page), async (coded) => {
    asked.push(coded);
    return shown;
  });
  expect(asked).toEqual([{ layoutCode: code, sheetId: '471GMFFS5', page: 1 }]);
  if (reading.status !== 'read') throw new Error(reading.reason);
  return reading;
}
const marksOf = ({ rows }: ReadSheet, last: number) =>
  rows.slice(0, last).map(({ marked, doubtful }) => [...marked, ...doubtful.map((choice) => -choice)].join());

/** Statements, and questions with three choices or as many as there may be. */
const COUNTS = (most: number) => [most, 3, 2, most, 3, 2, most, most, 3, 2, most, 3];

test.each(someOf([...LAYOUTS.keys()]))(
  'a printed sheet of the layout %s shows no circle that the quiz does not have, and every mark and every blank is read',
  async (code) => {
    const { choices } = layoutOf(code);
    const counts = COUNTS(choices);
    const marks = Object.fromEntries(counts.map((count, index) => [index + 1, index % 4 === 3 ? [] : [1 + (index % count)]]));
    const reading = await readBack(code, [sheetOf(counts)], marks, counts);
    expect(marksOf(reading, counts.length)).toEqual(Object.values(marks).map(String));
    expect(reading.number.digits).toBe('42');
    expect(reading.rows.slice(counts.length).filter(({ marked }) => marked.length > 0)).toEqual([]);
  },
);

test.each([1, 5])('a quiz of %i statements is read from its few circles', async (count) => {
  const counts = Array.from({ length: count }, () => 2);
  const reading = await readBack('112', [sheetOf(counts)], { 1: [2] }, counts);
  expect(marksOf(reading, count)).toEqual(['2', ...Array(count - 1).fill('')]);
});

test('marks where no circle is printed are read as such, and none of them hides a mark of a row that has circles', async () => {
  const counts = COUNTS(5);
  const reading = await readBack('112', [sheetOf(counts)], { 1: [1], 3: [2, 4], 14: [3], 40: [5] }, counts);
  expect(marksOf(reading, 50)).toEqual(Array.from({ length: 50 }, (_, index) => ({ 1: '1', 3: '2,4', 14: '3', 40: '5' })[index + 1] ?? ''));
});

test('a sheet that was ordered before shows every circle and is read as before', async () => {
  const reading = await readBack('112', [sheetOf([2, 3])], { 1: [2], 2: [3] }, null);
  expect(marksOf(reading, 50)).toEqual(['2', '3', ...Array(48).fill('')]);
});

test('sheets with the same questions in another order show their own circles each', async () => {
  const counts = [5, 2, 3, 5, 2];
  const other = sheetOf([2, 5, 5, 3, 2], { id: '508FVX2G1' });
  const reading = await readBack('112', [sheetOf(counts), other], { 1: [5], 2: [1], 3: [3] }, counts);
  expect(marksOf(reading, 5)).toEqual(['5', '1', '3', '', '']);
});

test('the numbers of later pages, which have more digits, are no marks, on a copy either', async () => {
  const layout = layoutOf('113');
  const counts = Array.from({ length: 3 * layout.rows }, () => 5);
  const third = (await paperOf(await printedPdf(typesetter, '113', [sheetOf(counts)]), layout))[2] as Drawing;
  const choiceOf = (row: number) => 1 + (row % 5);
  for (let row = 1; row <= layout.rows; row += 1) mark(third, layout, row, choiceOf(row));
  const reading = await reader.read(await scan(await copy(third, new Chance(11))));
  if (reading.status !== 'read') throw new Error(reading.reason);
  expect(marksOf(reading, layout.rows)).toEqual(Array.from({ length: layout.rows }, (_, index) => `${choiceOf(index + 1)}`));
});

test('where none of a few circles is seen, but the number grid is, no row is blank', async () => {
  const counts = Array.from({ length: 8 }, () => 2);
  const layout = layoutOf('112');
  const [page] = (await paperOf(await printedPdf(typesetter, '112', [sheetOf(counts)]), layout)) as [Drawing];
  const { raster, scale } = page;
  const at = (x: number, y: number) => 3 * (Math.round(y * scale) * raster.width + Math.round(x * scale));
  for (let y = 103; y < 152; y += 1 / scale) raster.data.fill(253, at(30, y), at(110, y));
  for (let row = 1; row <= 6; row += 1) mark(page, layout, row, 1);
  const reading = await reader.read(await scan(page), async () => counts);
  if (reading.status !== 'read') throw new Error(reading.reason);
  expect(reading.rows.slice(6, 8).map(({ state }) => state)).toEqual(['unclear', 'unclear']);
});

/** How dark a square of a page is on average, from 0 to 1. */
function darknessOf({ raster, scale }: Drawing, x: number, y: number, side: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.round((y - side / 2) * scale); row < (y + side / 2) * scale; row += 1)
    for (let column = Math.round((x - side / 2) * scale); column < (x + side / 2) * scale; column += 1) {
      sum += 255 - (raster.data[(row * raster.width + column) * 3] as number);
      count += 1;
    }
  return sum / count / 255;
}

test.each(someOf([1, 2, 3]))(
  'on a sheet that was copied twice, each line of the number grid still has its digit, and a number is read from it: copier %i',
  async (seed) => {
    const layout = layoutOf('112');
    const chance = new Chance(seed);
    let [page] = (await paperOf(await printedPdf(typesetter, '112', [sheetOf([5, 5], { number: '', name: '' })]), layout)) as [Drawing];
    for (let time = 0; time < 2; time += 1) page = await copy(page, chance);
    const { bubbles, columns } = layout.number_grid;
    for (const { x, y, column } of bubbles)
      if (column === 1 || column === columns) expect(darknessOf(page, column === 1 ? x - 4.15 : x + 4.15, y, 2)).toBeGreaterThan(0.08);
    for (const { x, y, radius, column, digit } of bubbles) if ('305172'[column - 1] === `${digit}`) page.disc(x, y, radius, PEN);
    const reading = await reader.read(await scan(page), async () => [5, 5]);
    expect(reading).toMatchObject({ status: 'read', number: { digits: '305172' } });
  },
);
